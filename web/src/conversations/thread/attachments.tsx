import type { Attachment } from '@desk/contract/attachments';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../ui/data/save-file.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { filesWords } from '../words/files-words.ts';
import { fileSize } from '../../ui/i18n/file-size.ts';

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
