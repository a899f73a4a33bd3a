import { Button, FileButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useWords } from '../../ui/i18n/words.ts';
import { filesWords } from '../words/files-words.ts';

export function AttachButton({ onFiles, disabled }: { onFiles: (files: File[]) => void; disabled: boolean }) {
  const t = useWords(filesWords);
  return (
    <FileButton multiple onChange={onFiles} disabled={disabled} inputProps={{ 'aria-label': t('attach') }}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          className="composer-tool"
          leftSection={<IconPaperclip size={16} aria-hidden />}
        >
          {t('attach')}
        </Button>
      )}
    </FileButton>
  );
}
