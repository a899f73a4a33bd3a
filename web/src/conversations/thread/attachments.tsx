import type { Attachment } from '@desk/contract/attachments';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { download } from '../../api/call.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toastProblem } from '../../ui/show/toast.tsx';
import { filesWords } from '../words/files-words.ts';
import { fileSize } from './file-size.ts';

/** The files of a message: each can be saved, and none is opened here. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useWords(filesWords);
  return (
    <ul className="message-attachments" aria-label={t('attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <File attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function File({ attachment: { name, media_type: type, bytes, url } }: { attachment: Attachment }) {
  const t = useWords(filesWords);
  const [busy, setBusy] = useState(false);
  if (!url)
    return (
      <>
        <IconPaperclip size={14} aria-hidden /> {t('notKept', { name })}
      </>
    );
  const size = bytes === null ? t('unknownSize') : fileSize(bytes);
  const start = async () => {
    setBusy(true);
    await saveFile(url, name).finally(() => setBusy(false));
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy}
      leftSection={<IconPaperclip size={14} aria-hidden />}
      aria-label={t('save', { name, size })}
      title={type}
      onClick={() => void start()}
    >
      {name} · {size}
    </Button>
  );
}

/** Downloads with the access token, which a plain link would not send. */
async function saveFile(url: string, name: string): Promise<void> {
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await download(url));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    if (!isApiError(error)) return reportError(error);
    toastProblem(error, () => void saveFile(url, name));
  }
}
