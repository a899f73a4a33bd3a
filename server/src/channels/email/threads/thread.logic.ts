import type { Authenticity } from '../../port/channel.logic.ts';

/** The facts that decide the mail's thread. They are looked up before the choice, which is pure. */
export interface ThreadClues {
  /** From the envelope recipient's sealed token. */
  token: string | null;
  sender: string | null;
  authenticity: Authenticity;
  /** In-Reply-To first, then References from last to first. */
  ancestors: readonly string[];
  known: ReadonlyMap<string, KnownMessage>;
  participants: ReadonlyMap<string, ReadonlySet<string>>;
  /** A machine's report about our own mail belongs to that mail's thread, no matter who sends it. */
  isReport: boolean;
  newThread: string;
}

export interface KnownMessage {
  thread: string;
  /** We made the id: only somebody who has seen our mail knows it. */
  sealed: boolean;
}

export interface ThreadChoice {
  thread: string;
  by: 'token' | 'ancestor' | 'new';
  /** The sender has had no part in the thread: the mail is attached, but its sender is not trusted. */
  stranger: boolean;
  /** The thread that the mail refers to without proof that its sender takes part in it; people look at it. */
  claims: string | null;
}

/**
 * Chooses the thread of a mail (docs/vendors.md). A sealed token wins: only somebody whom we wrote to has it, though they
 * may have passed it on. All recipients know the message ids and anybody can write any From, so ids count only for a
 * sender who takes part already and is proven, or who replies to an id that we sealed. The subject never counts.
 */
export function chooseThread(clues: ThreadClues): ThreadChoice {
  if (clues.token) return { thread: clues.token, by: 'token', stranger: !takesPart(clues, clues.token), claims: null };
  for (const id of clues.ancestors) {
    const known = clues.known.get(id);
    if (!known) continue;
    const { thread, sealed } = known;
    const trusted = takesPart(clues, thread) && joins(clues.authenticity, sealed);
    if (trusted || (clues.isReport && sealed)) return { thread, by: 'ancestor', stranger: !trusted, claims: null };
  }
  return { thread: clues.newThread, by: 'new', stranger: false, claims: claimedBy(clues) };
}

const joins = (authenticity: Authenticity, sealed: boolean) =>
  authenticity === 'proven' || (authenticity === 'unproven' && sealed);

// Report a claim only if the sender's address is a participant's. The claim of a stranger is not worth people's time.
const claimedBy = (clues: ThreadClues): string | null =>
  clues.ancestors
    .map((id) => clues.known.get(id)?.thread)
    .find((thread) => thread !== undefined && takesPart(clues, thread)) ?? null;

const takesPart = ({ sender, participants }: ThreadClues, thread: string) =>
  sender !== null && (participants.get(thread)?.has(sender) ?? false);
