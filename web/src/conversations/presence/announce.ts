import { announcePresence } from '@desk/contract/live';
import { call } from '../../api/call.ts';

// The server forgets a person after 30 seconds.
const announceEvery = 20_000;
const typingFor = 8_000;

const typedAt = new Map<string, number>();

/** Tells other people for a few seconds that somebody is typing in the conversation. */
export function noteTyping(conversationId: string): void {
  const before = typedAt.get(conversationId) ?? 0;
  typedAt.set(conversationId, Date.now());
  if (Date.now() - before > typingFor) announce(conversationId);
}

/** Announces this person as a viewer while the conversation is visible. Returns a function that stops it. */
export function stayPresent(conversationId: string): () => void {
  const announceIfVisible = () => {
    if (document.visibilityState === 'visible') announce(conversationId);
  };
  announceIfVisible();
  const timer = setInterval(announceIfVisible, announceEvery);
  document.addEventListener('visibilitychange', announceIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', announceIfVisible);
    typedAt.delete(conversationId);
  };
}

function announce(id: string): void {
  const state = Date.now() - (typedAt.get(id) ?? 0) < typingFor ? 'typing' : 'viewing';
  // Presence is optional: a failure to send it shows no error.
  call(announcePresence, { params: { id }, body: { state } }).catch(() => undefined);
}
