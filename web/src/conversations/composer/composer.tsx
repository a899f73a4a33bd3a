import './composer.css';
import { Alert, Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useStanding } from '../../ui/data/use-standing.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useCommands } from '../../ui/keys/commands.ts';
import { KeyName } from '../../ui/keys/key-name.tsx';
import { leaveOnEscape } from '../../ui/keys/leave-field.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import type { Thread } from '../thread/use-conversation.ts';
import { noteTyping } from '../presence/announce.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { useRescuedEdits } from './edited-drafts.ts';
import { useWriting, type Mode, type Writing } from './use-writing.ts';

const AttachButton = lazyPart(async () => (await import('./attach-button.tsx')).AttachButton);
const SuggestButton = lazyPart(async () => (await import('./suggest-button.tsx')).SuggestButton);
const ChosenFiles = lazyPart(async () => (await import('./chosen-files.tsx')).ChosenFiles);

const mostLength = 20_000;

/**
 * A reply to the customer or a note for the team, in two forms that cannot be confused. This browser keeps the typed text for each
 * conversation and form until it is sent.
 */
export function Composer({ thread }: { thread: Thread }) {
  const t = useWords(inboxWords);
  const [mode, setMode] = useState<Mode>('reply');
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = useWriting(thread.id, mode);
  const { draft, chosen, busy, send, held } = writing;
  useComposerKeys({ setMode, field, send });
  useRescuedEdits(thread);
  const name = thread.customer.name ?? thread.customer.email ?? t('unknownCustomer');
  const label = mode === 'reply' ? t('replyTo', { name, channel: thread.channel }) : t('noteLabel');
  return (
    <form
      className="composer"
      data-mode={mode}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Changes thread={thread} writing={draft.text !== ''} />
      <ModeSwitch thread={thread} mode={mode} setMode={setMode} />
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={mode === 'reply' ? t('replyPlaceholder', { name }) : t('notePlaceholder')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={mostLength}
        value={draft.text}
        readOnly={busy}
        onKeyDown={(event) => {
          if (!held) leaveOnEscape(event);
          else if (event.key === 'Escape') held.takeBack();
        }}
        onChange={({ currentTarget }) => {
          draft.change(currentTarget.value);
          noteTyping(thread.id);
        }}
      />
      {chosen.files.length > 0 && (
        <Suspense>
          <ChosenFiles files={chosen.files} onAgain={chosen.again} onRemove={chosen.remove} />
        </Suspense>
      )}
      <Foot
        tools={
          <Suspense>
            {mode === 'reply' && <SuggestButton conversationId={thread.id} onText={draft.append} />}
            <AttachButton onFiles={chosen.add} disabled={busy} />
          </Suspense>
        }
        mode={mode}
        name={name}
        writing={writing}
      />
    </form>
  );
}

interface ModeSwitchProps {
  thread: Thread;
  mode: Mode;
  setMode: (mode: Mode) => void;
}

function ModeSwitch({ thread, mode, setMode }: ModeSwitchProps) {
  const t = useWords(inboxWords);
  const takesOver = thread.owner === 'ai' ? t('replyTakesOver') : '';
  return (
    <Group gap="xs" mb={6}>
      <SegmentedControl
        size="xs"
        aria-label={t('form')}
        value={mode}
        onChange={(value) => setMode(value as Mode)}
        data={[
          { value: 'reply', label: t('reply') },
          { value: 'note', label: t('note') },
        ]}
      />
      <Text size="xs" c="dimmed" className="composer-hint">
        {mode === 'note' ? t('notePlaceholder') : takesOver}
      </Text>
    </Group>
  );
}

interface FootProps {
  tools: ReactNode;
  mode: Mode;
  name: string;
  writing: Writing;
}

/** The send button names its recipient; for a moment after sending, the message can be taken back. */
function Foot({ tools, mode, name, writing: { draft, chosen, ready, busy, held, online } }: FootProps) {
  const t = useWords(inboxWords);
  const kept = draft.kept && draft.text !== '' ? t(chosen.files.length > 0 ? 'textSaved' : 'draftSaved') : '';
  // The field cuts off what is pasted beyond its length, without a word.
  const written = draft.text.length < mostLength ? kept : t('cutOff', { count: mostLength });
  const status = online ? written : t('offlineDraft');
  return (
    <Group justify="space-between" mt={6} wrap="nowrap" gap="xs">
      <Text size="xs" c="dimmed" role="status">
        {held ? t('sendsSoon') : status}
      </Text>
      <Group gap="xs" ml="auto" justify="flex-end" miw={0}>
        {held ? (
          <HeldButtons held={held} />
        ) : (
          <>
            <Text size="xs" c="dimmed" className="composer-keys">
              <KeyName keys="ctrl+enter" /> {t('sends')}
            </Text>
            {tools}
            <Button
              type="submit"
              className="composer-send"
              disabled={!ready}
              loading={busy}
              color={mode === 'note' ? 'yellow' : 'indigo'}
            >
              {mode === 'reply' ? <SendTo name={name} /> : t('addNote')}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

/** Only the name gives way, and at its end: an Arabic one begins at its right. */
function SendTo({ name }: { name: string }) {
  const t = useWords(inboxWords);
  const place = '\u0000';
  const [before, behind] = t('sendTo', { name: place }).split(place);
  return (
    <>
      <span>{before}</span>
      <bdi>{name}</bdi>
      <span>{behind}</span>
    </>
  );
}

function HeldButtons({ held }: { held: NonNullable<Writing['held']> }) {
  const t = useWords(inboxWords);
  return (
    <>
      <Button variant="default" onClick={held.takeBack}>
        {t('undo')}
      </Button>
      <Button className="composer-held" onClick={held.sendNow}>
        {t('sendNow')}
      </Button>
    </>
  );
}

interface ComposerKeys {
  setMode: (mode: Mode) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  send: () => void;
}

function useComposerKeys({ setMode, field, send }: ComposerKeys): void {
  const t = useWords(inboxWords);
  const write = (mode: Mode) => () => {
    setMode(mode);
    field.current?.focus();
  };
  useCommands([
    { keys: 'r', label: t('keyReply'), group: t('keys'), run: write('reply') },
    { keys: 'n', label: t('keyNote'), group: t('keys'), run: write('note') },
    {
      keys: 'ctrl+enter',
      label: t('keySend'),
      group: t('keys'),
      run: send,
      keyOnly: true,
      everywhere: true,
      when: () => document.activeElement === field.current,
    },
  ]);
}

/** Changes since somebody began to write: another owner, new messages of the customer, or another answer to them. */
function Changes({ thread, writing }: { thread: Thread; writing: boolean }) {
  const t = useWords(inboxWords);
  const standing = useStanding();
  const { owner, messages } = thread;
  const [before, setBefore] = useState({ owner, messages });
  useEffect(() => {
    if (!writing) setBefore({ owner, messages });
  }, [writing, owner, messages]);
  // By id and kind: a long thread comes with its newest messages only, and a draft that was approved is an answer.
  const since = messages.filter(
    ({ id, kind }) => !before.messages.some((each) => each.id === id && each.kind === kind),
  );
  const me = standing.kind === 'in' ? standing.me.id : null;
  const answer = since.findLast(({ kind, author }) => (kind === 'ai' || kind === 'human') && author.id !== me);
  const words = [
    writing && before.owner !== owner && t('ownerChanged', { owner: t(`owner_${owner}`) }),
    writing && since.some(({ kind }) => kind === 'customer') && t('customerWrote'),
    writing && answer && t('othersAnswered', { name: answer.author.name ?? t(`kind_${answer.kind}`) }),
    thread.status === 'resolved' && t('closed'),
  ].filter((each) => typeof each === 'string');
  return words.length > 0 ? (
    <Alert variant="light" color="yellow" p={8} mb={8} role="status">
      {words.join(' ')}
    </Alert>
  ) : null;
}
