import { Group, Textarea } from '@mantine/core';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';

interface SayProps {
  text: string;
  setText: (text: string) => void;
  isSending: boolean;
  onSend: () => void;
}

/** The customer's next message. Enter sends, as in a chat: nothing leaves the playground. */
export function Say({ text, setText, isSending, onSend }: SayProps) {
  const t = useWords(validationWords);
  const isReady = text.trim() !== '' && !isSending;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSend();
      }}
    >
      <Textarea
        label={t('say')}
        description={t('sayHint')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={20_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // While an input method is composing, Enter accepts its suggestion.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (isReady) onSend();
        }}
      />
      <Group justify="flex-end" mt="xs">
        <SubmitButton loading={isSending} disabled={!isReady}>
          {t('send')}
        </SubmitButton>
      </Group>
    </form>
  );
}
