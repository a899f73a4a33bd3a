import type { Priority } from '@desk/contract/conversations';
import type { SimulatedTurn, SimulationRequest } from '@desk/contract/simulation';
import { rehearsed } from '../../connectors/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Hold } from '../../routing/index.ts';
import { consider } from '../consider.actions.ts';
import { shownAsText } from '../outcomes/reply.actions.ts';
import type { Considered } from '../turn/considered.ts';
import { mostEarlierMessages } from '../turn/matter.actions.ts';
import type { Known, SpokenWords } from '../turn/known.logic.ts';
import { needsAttachment } from '../signals/needs-attachment.logic.ts';
import { explain, type Explanation } from './explain.ts';
import { inPastEpisode, rehearsedMatter, type RehearsalRequest } from './rehearsed-matter.ts';

/** The result for one message, with the reply in Markdown. */
export type RehearsedTurn = Omit<SimulatedTurn, 'words_as_text'>;

/** The result of a rehearsal: the last turn, all turns, and on request an explanation of the last decision. */
export interface Rehearsal extends RehearsedTurn {
  readonly turns: RehearsedTurn[];
  readonly explanation: Explanation | null;
  /** The priority of the conversation after the last turn. */
  readonly priority: Priority;
  /** The language model's tokens, for the budget of rehearsals. */
  readonly tokens: number;
}

/**
 * Handles the messages of the request with the production code but without any effect: nothing is sent, counted, learned or stored.
 * Only `lookups: "live"` reads from account systems. Throws 422 and 409 with pointers into the request for an overlay that could not
 * be saved, 404 for an unknown conversation.
 */
export async function rehearse(desk: Desk, scope: OrganizationScope, request: RehearsalRequest): Promise<Rehearsal> {
  const start = await inScope(desk.db, scope, (tx) => rehearsedMatter(desk, tx, scope, request));
  const messages = request.messages ?? [request.message ?? ''];
  const lookUp = rehearsed({ mocks: request.mocks ?? {}, live: request.lookups === 'live' });
  const rehearsing = { at: start.at, withModel: request.engine !== 'embedded', lookUp };
  const turns: RehearsedTurn[] = [];
  let { known, blockedBy } = start;
  let last: Considered | null = null;
  let asked = [known.message.text].filter(Boolean);
  let tokens = 0;
  for (const message of messages) {
    known = last ? await afterTurn(last, { asked, text: message, at: start.at }) : withMessage(known, message, request);
    asked = last && last.decision.outcome !== 'draft' ? [message] : [...asked, message];
    last = await consider(desk, scope, { known, basis: start.basis }, rehearsing);
    tokens += last.tokens ? last.tokens.input + last.tokens.output : 0;
    turns.push(turnOf(blockedBy, message, last));
    if (last.decision.outcome === 'escalate') blockedBy = withPeople(blockedBy);
  }
  const turn = turns.at(-1);
  if (!last || !turn) throw new Error('A rehearsal without a message.');
  const explanation = request.explain ? await explain(desk, scope, { considered: last, at: start.at }) : null;
  return { ...turn, turns, explanation, priority: priorityAfter(last), tokens };
}

const priorityAfter = ({ ruling, known }: Pick<Considered, 'ruling' | 'known'>): Priority =>
  ruling.priority ?? known.conversation.priority;

function turnOf(blockedBy: readonly Hold[], message: string, { decision, words }: Considered): RehearsedTurn {
  const blocked_by = [...blockedBy];
  return { message, decision, words, would_execute: blocked_by.length === 0, blocked_by };
}

/** After a handover people have the conversation: later decisions are still reported, as blocked. */
const withPeople = (holds: readonly Hold[]): Hold[] => [...new Set([...holds, 'owner_human' as const])];

function withMessage(known: Known, added: string, { attachments: files = [], language }: SimulationRequest): Known {
  const text = [known.message.text, added].filter(Boolean).join('\n\n');
  const attachments = [...known.message.attachments, ...files];
  const message = {
    ...known.message,
    text,
    language: language ?? null,
    attachments,
    needsUnreadableAttachment: needsAttachment(text, attachments),
  };
  return { ...known, message };
}

interface NextMessage {
  /** The messages that the last decision was about. */
  asked: readonly string[];
  text: string;
  at: Date;
}

/**
 * Prepares the next message of the same customer: the last message and our reply become history, and the reply is counted. A draft is
 * no reply, because nobody has approved it: as in a live conversation, the next message continues the question that is still open. A
 * message that only confirms resolves the conversation, so the next one begins an episode.
 */
async function afterTurn(
  { known, decision, words, ruling, tagIds }: Considered,
  { asked, text, at }: NextMessage,
): Promise<Known> {
  const drafted = decision.outcome === 'draft';
  const replied = words !== null && !drafted;
  const stillWaits = drafted || decision.outcome === 'escalate';
  const { carried: _isHistoryNow, ...message } = known.message;
  const isSolved = decision.reason === 'confirmed';
  const question = drafted ? [...asked, text].join('\n\n') : text;
  const attachments = drafted ? message.attachments : [];
  const said = drafted
    ? known.history
    : [...known.history, ...(await nowSaid({ known, decision, words }, asked))].slice(-mostEarlierMessages);
  return {
    ...known,
    message: {
      ...message,
      text: question,
      language: null,
      attachments,
      needsUnreadableAttachment: needsAttachment(question, attachments),
    },
    history: isSolved ? said.map(inPastEpisode) : said,
    conversation: {
      ...known.conversation,
      tagIds,
      language: known.message.language,
      waitingSince: stillWaits ? known.conversation.waitingSince : at.toISOString(),
      priority: priorityAfter({ ruling, known }),
      ...(replied ? afterReply(known, decision) : {}),
      ...(isSolved ? { episode: known.conversation.episode + 1, turns: 0, clarifications: 0 } : {}),
    },
    answer: { asked: false },
  };
}

function afterReply({ conversation: { turns, clarifications } }: Known, { outcome }: Considered['decision']) {
  const counts = outcome === 'clarify' ? { clarifications: clarifications + 1 } : { turns: turns + 1 };
  return { ...counts, isFirst: false, answered: outcome !== 'escalate' };
}

async function nowSaid(
  { known, decision, words }: Pick<Considered, 'known' | 'decision' | 'words'>,
  asked: readonly string[],
): Promise<SpokenWords[]> {
  const asksBack = decision.outcome === 'clarify' ? { asksBack: true as const } : {};
  const unproven = known.customer.verified ? {} : { unproven: true as const };
  return [
    ...asked.map((text) => ({ from: 'customer' as const, text, ...unproven })),
    // As the thread of a live conversation stores it.
    ...(words ? [{ from: 'us' as const, text: await shownAsText(words), ...asksBack }] : []),
  ];
}
