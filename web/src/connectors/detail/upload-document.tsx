import { documentLimit } from '@desk/contract/connectors';
import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { sendText } from '../../api/call.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { useConnectorId } from './connector-frame.tsx';

interface UploadProps {
  /** The current address of the OpenAPI document; an uploaded file replaces it. */
  address: string | null;
  /** Gets the reason of a refusal; null at the start of a new attempt. */
  onRefused: (why: string | null) => void;
}

/** For a service whose OpenAPI document has no address: uploads the file itself, JSON or YAML. */
export function UploadDocument({ address, onRefused }: UploadProps) {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  // Reset the button, or the browser would not report the same file, corrected in the meantime, as a change.
  const reset = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    onRefused(file.size > documentLimit ? t('documentTooLarge') : null);
    if (file.size > documentLimit) return;
    const question = {
      title: t('replaceAddress'),
      text: t('replaceAddressText', { address }),
      confirm: t('replaceAddressConfirm'),
    };
    if (address === null || (await confirm(question))) await upload(file);
  };
  const upload = async (file: File) => {
    setBusy(true);
    try {
      const text = JSON.stringify({ document: await file.text() });
      await sendText('PUT', `/api/connectors/${id}/openapi-document`, { text, type: 'application/json' });
      toast(t('documentUploaded'));
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.status === 422) onRefused(error.detail);
      else toastProblem(error, () => void upload(file));
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
          onChange={(file) => void choose(file)}
          resetRef={reset}
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
