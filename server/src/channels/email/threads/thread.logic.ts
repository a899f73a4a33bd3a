/** What is known of the mail's place in earlier threads; looked up before the choice, which is pure. */
export interface ThreadClues {
  /** From the envelope recipient's sealed token. */
  token: string | null;
  sender: string | null;
  /** False when the sender's own domain disowns the mail (DMARC). */
  senderDisowned: boolean;
  /** In-Reply-To first, then References from last to first. */
  ancestors: readonly string[];
  known: ReadonlyMap<string, KnownMessage>;
  participants: ReadonlyMap<string, ReadonlySet<string>>;
  /** A machine's report about our own mail belongs to that mail's thread, whoever sends it. */
  isReport: boolean;
  newThread: string;
}

export interface KnownMessage {
  thread: string;
}

export interface ThreadChoice {
  thread: string;
  by: 'token' | 'ancestor' | 'new';
  /** The sender has no part in the thread so far: the mail is attached, its sender is not trusted. */
  stranger: boolean;
}

/**
 * Where a mail belongs (providers.md §4.4). A sealed token wins: only somebody whom we wrote to has it, though he may have
 * passed it on. Message ids are public knowledge among recipients, so they count only for a sender who takes part
 * already and whose domain does not disown the mail. Never the subject.
 */
export function chooseThread(clues: ThreadClues): ThreadChoice {
  if (clues.token) return { thread: clues.token, by: 'token', stranger: !takesPart(clues, clues.token) };
  for (const id of clues.ancestors) {
    const thread = clues.known.get(id)?.thread;
    if (!thread) continue;
    const trusted = takesPart(clues, thread) && !clues.senderDisowned;
    if (trusted || clues.isReport) return { thread, by: 'ancestor', stranger: !trusted };
  }
  return { thread: clues.newThread, by: 'new', stranger: false };
}

const takesPart = ({ sender, participants }: ThreadClues, thread: string) =>
  sender !== null && (participants.get(thread)?.has(sender) ?? false);
