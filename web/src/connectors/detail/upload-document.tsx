import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { sendText } from '../../api/call.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { useConnectorId } from './connector-frame.tsx';

/** For a service whose OpenAPI document stands at no address: the file itself, JSON or YAML. */
export function UploadDocument() {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const upload = async (file: File) => {
    setBusy(true);
    try {
      const text = JSON.stringify({ document: await file.text() });
      await sendText('PUT', `/api/connectors/${id}/openapi-document`, { text, type: 'application/json' });
      toast(t('documentUploaded'));
    } catch (error) {
      if (!isApiError(error)) throw error;
      toastProblem(error, () => void upload(file));
    } finally {
      setBusy(false);
      for (const name of ['readSchemaSnapshot', 'readConnector', 'listTemplates'])
        void cache.invalidateQueries({ queryKey: [name] });
    }
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <FileButton
          accept=".json,.yaml,.yml,application/json,application/yaml"
          disabled={disabled}
          onChange={(file) => file && void upload(file)}
          inputProps={{ 'aria-label': t('uploadDocument') }}
        >
          {(props) => (
            <Button {...props} variant="default" disabled={disabled} loading={busy}>
              {t('uploadDocument')}
            </Button>
          )}
        </FileButton>
      )}
    </Needs>
  );
}
