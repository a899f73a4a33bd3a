import { uploadLimit, type Document } from '@desk/contract/documents';
import { listDocuments, uploadDocument } from '@desk/contract/knowledge';
import { Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconAlertTriangle, IconCheck, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { readAgain } from '../../ui/data/read-again.ts';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { ProblemText, Retry } from '../../ui/states/problem.tsx';
import { isAtWork } from '../document-status.tsx';
import { knowledgeWords } from '../knowledge-words.ts';

interface Upload {
  key: number;
  file: File;
  state: 'running' | 'waiting' | 'done' | 'failed' | 'too_large';
  problem?: ApiError;
  /** The id of the document, once the file has been uploaded. */
  documentId?: string;
}

// A limit per minute passes during the upload of a folder; a limit per day does not.
const longestWaitSeconds = 120;

/** Uploads files one after the other and shows the result of each. After a 429 the file waits as long as the server says. */
export function useUploads(collectionId: string) {
  const cache = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const next = useRef(0);
  const queue = useRef(Promise.resolve());
  const mark = (key: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const send = async (upload: Upload): Promise<void> => {
    const { key, file } = upload;
    const body = new FormData();
    body.set('collection_id', collectionId);
    body.set('file', file);
    try {
      const { id } = await call(uploadDocument, { body } as never);
      mark(key, { state: 'done', documentId: id });
      await readAgain(cache, { queryKey: ['listDocuments'] });
    } catch (error) {
      // Never throw: the files after this one would not be sent. An answer that cannot be read did not come from the desk.
      const problem = isApiError(error) ? error : new ApiError({ status: 0 });
      const { status, retryAfter } = problem;
      if (status !== 429 || retryAfter === null || retryAfter > longestWaitSeconds)
        return mark(key, { state: 'failed', problem });
      mark(key, { state: 'waiting' });
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      mark(key, { state: 'running' });
      return send(upload);
    }
  };
  const start = (files: readonly File[]) => {
    const fresh = files.map((file): Upload => ({
      key: next.current++,
      file,
      state: file.size > uploadLimit ? 'too_large' : 'running',
    }));
    setUploads((all) => [...all, ...fresh]);
    for (const each of fresh.filter(({ state }) => state === 'running'))
      queue.current = queue.current.then(() => send(each));
  };
  const again = (upload: Upload) => {
    mark(upload.key, { state: 'running' });
    queue.current = queue.current.then(() => send(upload));
  };
  return { uploads, start, again };
}

export function UploadArea({ onFiles, disabled }: { onFiles: (files: File[]) => void; disabled: boolean }) {
  const t = useWords(knowledgeWords);
  return (
    <>
      {/* Within the page: a portal would be outside of every landmark. Hidden until files are dragged, it takes no focus. */}
      <Dropzone.FullScreen withinPortal={false} active={!disabled} activateOnKeyboard={false} onDrop={onFiles}>
        <Text ta="center" fw={600} p="xl">
          {t('dropHere')}
        </Text>
      </Dropzone.FullScreen>
      <Dropzone onDrop={onFiles} disabled={disabled} inputProps={{ 'aria-label': t('upload') }} multiple>
        <Group justify="center" gap="sm" p="md" wrap="nowrap">
          <IconUpload size={28} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
          <div>
            <Text fw={600}>{t('upload')}</Text>
            <Text size="sm" c="dimmed">
              {t('uploadHint')}
            </Text>
          </div>
        </Group>
      </Dropzone>
    </>
  );
}

interface UploadListProps {
  uploads: readonly Upload[];
  collectionId: string;
  onAgain: (upload: Upload) => void;
}

export function UploadList({ uploads, collectionId, onAgain }: UploadListProps) {
  const t = useWords(knowledgeWords);
  const documents = useLoadedList(
    listDocuments,
    { query: { collection_id: collectionId } },
    { live: ['document.updated'], enabled: uploads.length > 0 },
  );
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('uploading')}>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            document={documents.data?.find(({ id }) => id === upload.documentId)}
            onAgain={() => onAgain(upload)}
          />
        ))}
      </Stack>
    </Paper>
  );
}

interface UploadRowProps {
  upload: Upload;
  /** Undefined before the upload ends, and if the document is not among those that are loaded. */
  document: Document | undefined;
  onAgain: () => void;
}

function UploadRow({ upload: { file, state, problem }, document, onAgain }: UploadRowProps) {
  const t = useWords(knowledgeWords);
  const isUseless = document?.status === 'failed' || document?.status === 'cancelled';
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      {(state === 'running' || state === 'waiting') && <Loader size={16} aria-hidden />}
      {state === 'done' && !isUseless && <IconCheck size={16} aria-hidden />}
      {(state === 'failed' || state === 'too_large' || isUseless) && <IconAlertTriangle size={16} aria-hidden />}
      <Text size="sm" fw={600} truncate>
        {file.name}
      </Text>
      <Text size="sm" c="dimmed">
        {state === 'done' && (document && !isAtWork(document) ? outcomeOf(document, t) : t('uploadDone'))}
        {state === 'waiting' && t('uploadWaits')}
        {state === 'too_large' && t('uploadTooLarge', { most: uploadLimit / 1_048_576 })}
        {state === 'failed' && problem && (
          <>
            {t('uploadFailed')}: <ProblemText error={problem} />
          </>
        )}
      </Text>
      {state === 'failed' && problem && mayBeTaken(problem) && (
        <Retry error={problem} onRetry={onAgain} size="compact-xs" variant="default" />
      )}
    </Group>
  );
}

/** Room can be made, and then the file need not be chosen again. */
const mayBeTaken = ({ mayPass, status }: ApiError): boolean => mayPass || status === 507;

/** “Ready”, or “Failed: The file is encrypted.” */
const outcomeOf = ({ status, error }: Document, t: typeof knowledgeWords): string =>
  error ? `${t(`status_${status}`)}: ${error.message}` : t(`status_${status}`);
