import type { Outgoing } from '../../channels/index.ts';
import type { OutboxRow } from '../../conversations/index.ts';

// Read from the conversation, and counted, when the row is sent.
type OfAttempt = 'channel' | 'thread' | 'key' | 'attempt' | 'firstAttemptAt';
type OfConversation = 'subject' | 'customer' | 'files';

type Stored<One extends Outgoing> = One extends { kind: 'reply' }
  ? Omit<One, OfAttempt | OfConversation>
  : Omit<One, OfAttempt>;

/** What an outbox row stores of a message to the outside, by kind. */
export type StoredContent = Stored<Outgoing>;

/** `reply` and `notifyDestination` have written the content of each kind in exactly this shape. */
export const storedContent = ({ kind, content }: Pick<OutboxRow, 'kind' | 'content'>): StoredContent =>
  ({ ...content, kind }) as StoredContent;
