import { announcePresence } from '@desk/contract/live';
import { call } from '../../api/call.ts';

// The server forgets somebody after 30 seconds.
const every = 20_000;
const typingFor = 8_000;

const typedAt = new Map<string, number>();

/** Somebody types in the conversation: others see it for a few seconds. */
export function noteTyping(conversationId: string): void {
  const before = typedAt.get(conversationId) ?? 0;
  typedAt.set(conversationId, Date.now());
  if (Date.now() - before > typingFor) announce(conversationId);
}

/** Says for as long as the conversation is in view that one looks at it. Returns what ends it. */
export function stayPresent(conversationId: string): () => void {
  const say = () => {
    if (document.visibilityState === 'visible') announce(conversationId);
  };
  say();
  const timer = setInterval(say, every);
  document.addEventListener('visibilitychange', say);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', say);
    typedAt.delete(conversationId);
  };
}

function announce(id: string): void {
  const state = Date.now() - (typedAt.get(id) ?? 0) < typingFor ? 'typing' : 'viewing';
  // Presence is a courtesy: when it cannot be sent, nobody is bothered with an error.
  call(announcePresence, { params: { id }, body: { state } }).catch(() => undefined);
}
