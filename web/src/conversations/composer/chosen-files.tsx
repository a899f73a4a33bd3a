import { mostAttachmentBytes, mostAttachments } from '@desk/contract/attachments';
import { Button, CloseButton, Progress, Text } from '@mantine/core';
import { percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { fileSize } from '../../ui/i18n/file-size.ts';
import { filesWords } from '../words/files-words.ts';
import { hasRoom, type ChosenFile } from './use-files.ts';

interface ChosenFilesProps {
  files: readonly ChosenFile[];
  onAgain: (file: ChosenFile) => void;
  onRemove: (key: number) => void;
}

/** The files that go with the message, each with its upload progress and a button that removes it. */
export function ChosenFiles({ files, onAgain, onRemove }: ChosenFilesProps) {
  const t = useWords(filesWords);
  return (
    <>
      <ul className="composer-files" aria-label={t('toSend')} aria-live="polite">
        {files.map((each) => (
          <li key={each.key} data-state={each.state}>
            <span>
              <Standing chosen={each} />
            </span>
            {each.state === 'failed' && mayTryAgain(each, files) ? (
              <Button size="compact-xs" variant="default" onClick={() => onAgain(each)}>
                {t('again')}
              </Button>
            ) : null}
            <CloseButton
              size="sm"
              aria-label={t('remove', { name: each.file.name })}
              onClick={() => onRemove(each.key)}
            />
          </li>
        ))}
      </ul>
      {files.some(({ state }) => state === 'failed') && (
        <Text size="xs" role="status">
          {t('removeFailed')}
        </Text>
      )}
    </>
  );
}

/** A file that is too large stays so; the others may find the network back, or room. */
const mayTryAgain = ({ problem }: ChosenFile, files: readonly ChosenFile[]): boolean =>
  problem !== 'too_large' && hasRoom(files);

function Standing({ chosen: { file, state, share, problem } }: { chosen: ChosenFile }) {
  const t = useWords(filesWords);
  const { name, size } = file;
  if (state === 'failed') return t('failed', { name, problem: wordsFor(t, problem) });
  if (state === 'ready') return t('ready', { name, size: fileSize(size) });
  const words = t('uploading', { name, share: percent(share) });
  return (
    <>
      {words}
      <Progress value={share * 100} size="sm" aria-label={words} />
    </>
  );
}

function wordsFor(t: typeof filesWords, problem: ChosenFile['problem']): string {
  if (typeof problem === 'object') return problem.detail;
  switch (problem) {
    case 'too_large':
      return t('tooLarge', { most: fileSize(mostAttachmentBytes) });
    case 'too_many':
      return t('most', { count: mostAttachments });
    case 'no_answer':
    case undefined:
      return t('noAnswer');
  }
}
