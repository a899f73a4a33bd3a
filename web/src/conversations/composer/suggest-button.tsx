import { suggestAnswer } from '@desk/contract/queue';
import { IconBulb } from '@tabler/icons-react';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { suggestWords } from '../words/suggest-words.ts';

interface SuggestButtonProps {
  conversationId: string;
  written: string;
  onText: (text: string) => void;
}

/** Puts what the knowledge would answer behind what is written; it is sent by a person or not at all. */
export function SuggestButton({ conversationId, written, onText }: SuggestButtonProps) {
  const t = useWords(suggestWords);
  const suggest = useSave(suggestAnswer, {
    saved: ({ text }) => {
      if (text === null) return toast(t('nothing'));
      onText(written.trim() ? `${written.trimEnd()}\n\n${text}` : text);
      toast(t('done'));
    },
  });
  return (
    <SavingButton
      variant="default"
      className="composer-tool"
      leftSection={<IconBulb size={16} aria-hidden />}
      loading={suggest.isPending}
      onClick={() => suggest.mutate({ params: { id: conversationId }, body: {} })}
    >
      {t('suggest')}
    </SavingButton>
  );
}
