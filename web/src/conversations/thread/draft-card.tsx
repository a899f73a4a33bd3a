import { approveDraft, discardDraft, type Message } from '@desk/contract/conversations';
import { Button, Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { useCommands } from '../../ui/keys/commands.ts';
import { leaveOnEscape } from '../../ui/keys/leave-field.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Time } from '../../ui/show/time.tsx';
import { useEditedDraft } from '../composer/edited-drafts.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { Citations } from './citations.tsx';
import { conversationReads, type Thread } from './use-conversation.ts';

/** A reply that the AI has drafted: a person sends it as it is, edits it first, or discards it. */
export function DraftCard({ thread, draft }: { thread: Thread; draft: Message }) {
  const t = useWords(inboxWords);
  const { edited, edit, forget, keepAgain } = useEditedDraft(thread.id, draft);
  const refresh = conversationReads;
  const card = useRef<HTMLElement>(null);
  // The card goes away with its buttons: the thread keeps the focus.
  const saved = () => card.current?.closest<HTMLElement>('[role="log"]')?.focus();
  const approve = useSave(approveDraft, { refresh, saved, failed: keepAgain, done: t('approved') });
  const discard = useSave(discardDraft, { refresh, saved, failed: keepAgain, done: t('discarded') });
  const params = { id: thread.id, message_id: draft.id };
  const busy = approve.isPending || discard.isPending;
  const send = () => {
    forget();
    approve.mutate({ params, body: edited === null ? {} : { text: edited } });
  };
  const drop = async () => {
    const sure = await confirm({
      title: t('discardTitle'),
      text: t('discardText'),
      confirm: t('discard'),
      dangerous: true,
    });
    if (!sure) return;
    forget();
    discard.mutate({ params, body: {} });
  };
  const group = t('keys');
  const approvable = !busy && edited?.trim() !== '';
  const approval = { keys: null, group, label: t(edited === null ? 'approve' : 'approveEdited'), run: send };
  const editing = { keys: null, group, label: t('editDraft'), run: () => edit(edited ?? draft.text) };
  const discarding = { keys: null, group, label: t('discardDraft'), run: () => void drop() };
  useCommands([...(approvable ? [approval] : []), ...(busy ? [] : [editing, discarding])]);
  return (
    <article ref={card} className="message" data-kind="draft" aria-label={t('draftTitle')}>
      <div className="message-head">
        <span className="message-author">{t('kind_draft')}</span>
        <span className="message-time">
          <Time at={draft.created_at} />
        </span>
      </div>
      <DraftWords text={draft.text} edited={edited} onEdit={edit} />
      <Citations citations={draft.citations} />
      <Group gap="xs" mt="xs">
        <SavingButton size="xs" onClick={send} loading={approve.isPending} disabled={!approvable}>
          {t(edited === null ? 'approve' : 'approveEdited')}
        </SavingButton>
        <Button size="xs" variant="default" disabled={busy} onClick={() => edit(edited === null ? draft.text : null)}>
          {t(edited === null ? 'edit' : 'cancelEdit')}
        </Button>
        <SavingButton size="xs" variant="default" disabled={busy} onClick={() => void drop()}>
          {t('discard')}
        </SavingButton>
      </Group>
    </article>
  );
}

const focusOn = (field: HTMLTextAreaElement | null) => field?.focus();

interface DraftWordsProps {
  text: string;
  /** Null unless the draft is being edited. */
  edited: string | null;
  onEdit: (text: string) => void;
}

function DraftWords({ text, edited, onEdit }: DraftWordsProps) {
  const t = useWords(inboxWords);
  if (edited === null) {
    return (
      <p className="message-text" dir="auto">
        {text}
      </p>
    );
  }
  return (
    <Textarea
      autosize
      ref={focusOn}
      minRows={3}
      maxRows={14}
      maxLength={20_000}
      aria-label={t('editDraft')}
      value={edited}
      onKeyDown={leaveOnEscape}
      onChange={({ currentTarget }) => onEdit(currentTarget.value)}
    />
  );
}
