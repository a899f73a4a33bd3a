import type { Overlay, SimulationRequest } from '@desk/contract/simulation';
import type { Settings } from '@desk/contract/settings';
import { countAiWords, readThread, type ThreadSoFar } from '../../conversations/index.ts';
import { collectionsOf } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { readableTemplates } from '../../connectors/index.ts';
import { overlayPolicy, policyAt, type Hold, type Policy } from '../../routing/index.ts';
import { effectiveAutoRespond, overlaySettings } from '../../settings/index.ts';
import { canonicalJson } from '../../platform/canonical-json.logic.ts';
import { holdsOf } from '../turn/holds.logic.ts';
import {
  historyOf,
  isSpoken,
  knownOfThread,
  mostEarlierMessages,
  readBasis,
  underTerms,
  type Basis,
} from '../turn/matter.actions.ts';
import { unknownThread, type Known, type KnownThread, type SpokenWords } from '../turn/known.logic.ts';
import { readTerms } from '../turn/terms.actions.ts';

/** A simulation request, with options for internal callers only. */
export type RehearsalRequest = SimulationRequest & {
  /** An earlier revision of the policy instead of the saved one. */
  readonly policyRevision?: number;
  /** Decides as if replies were sent, even if the settings keep them for approval. */
  readonly mode?: 'auto';
  /** The state in which the earlier messages of a rehearsed conversation have left it. */
  readonly left?: LeftBehind;
};

export interface LeftBehind {
  readonly tagIds: readonly string[];
  /** Whether our last words were an answer or a question, not the notice of a handover. Absent if we have said nothing. */
  readonly answered?: boolean | undefined;
}

export interface RehearsedMatter {
  /** All facts except the message. It has no holds; they are in `blockedBy`. */
  readonly known: Known;
  readonly basis: Basis;
  readonly blockedBy: readonly Hold[];
  readonly at: Date;
}

/** Reads the state for a simulated message: the saved state, the named conversation, and the overlay. */
export async function rehearsedMatter(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  request: RehearsalRequest,
): Promise<RehearsedMatter> {
  if ((request.message === undefined) === (request.messages === undefined))
    throw invalid('/message', sentence`either message or messages is needed`);
  const at = request.as_of ? new Date(request.as_of) : desk.clock.now();
  const saved = await overlaidBasis(desk, tx, scope, request.overlay);
  const { ready } = saved;
  const basis = await atRevision(tx, scope, saved.basis, request.policyRevision);
  refuseUnknownTags(request, basis.policy);
  const { thread, owner } = await threadOf(tx, scope, request, at);
  const settled = underTerms({ settings: basis.settings, ready }, { ...thread, now: at, answerBy: null });
  const known = { ...settled, limits: { ...settled.limits, mode: request.mode ?? settled.limits.mode } };
  const autoRespond = effectiveAutoRespond(basis.settings, known.channel);
  return { known, basis, at, blockedBy: holdsOf({ ...known, autoRespond, owner }) };
}

// Gets its own fingerprint, like an overlay, so that the training of its tags is not kept for the saved policy.
async function atRevision(
  tx: Tx,
  scope: OrganizationScope,
  basis: Basis,
  revision: number | undefined,
): Promise<Basis> {
  if (revision === undefined) return basis;
  const policy = await policyAt(tx, scope, revision);
  if (!policy) throw notFound();
  return { ...basis, policy, overlay: sha256(canonicalJson({ policy_revision: revision })).toString('hex') };
}

function refuseUnknownTags({ conversation }: SimulationRequest, { tags }: Policy): void {
  const ids = typeof conversation === 'object' ? (conversation.tag_ids ?? []) : [];
  const unknown = ids.findIndex((id) => !tags.some((tag) => tag.id === id));
  if (unknown !== -1) throw invalid(`/conversation/tag_ids/${unknown}`, sentence`there is no such tag`);
}

/** Reads the saved policy and settings and lays the overlay over them. Throws 422 for an overlay that could not be saved. */
export async function overlaidBasis(desk: Desk, tx: Tx, scope: OrganizationScope, overlay: Overlay | undefined) {
  const { settings, ready } = await readTerms(desk, tx, scope);
  const basis = await readBasis(desk, tx, scope, settings);
  return { basis: overlay ? await laidOver(tx, scope, { basis, overlay, mayAsk: desk.egress.mayAsk }) : basis, ready };
}

interface Laying {
  basis: Basis;
  overlay: Overlay;
  mayAsk: Desk['egress']['mayAsk'];
}

async function laidOver(tx: Tx, scope: OrganizationScope, { basis, overlay, mayAsk }: Laying): Promise<Basis> {
  const collectionIds = (await collectionsOf(tx, scope)).map(({ id }) => id);
  const lookupIds = (await readableTemplates(tx, scope)).map(({ id }) => id);
  const policy = overlayPolicy(basis.policy, overlay, { collectionIds, lookupIds, mayAsk });
  const settings = overlay.settings
    ? await overlaySettings(tx, scope, { patch: overlay.settings, at: '/overlay/settings' })
    : basis.settings;
  refuseUnknownDestination(settings, policy, overlay);
  refuseDefaultRemoved(settings, overlay);
  return { ...basis, policy, settings, overlay: sha256(canonicalJson(overlay)).toString('hex') };
}

function refuseUnknownDestination(settings: Settings, { destinations }: Policy, overlay: Overlay): void {
  const id = overlay.settings?.default_destination_id;
  if (id && !destinations.some((each) => each.id === settings.default_destination_id))
    throw invalid('/overlay/settings/default_destination_id', sentence`there is no such destination`);
}

function refuseDefaultRemoved({ default_destination_id: id }: Settings, { destinations = [] }: Overlay): void {
  if (id === null || !destinations.some((each) => each.removed && each.id?.toLowerCase() === id)) return;
  const users = [{ type: 'settings', id: null, name: 'Default destination' }];
  throw conflict('in_use', sentence`It is in use. Change what uses it first.`, { users });
}

async function threadOf(tx: Tx, scope: OrganizationScope, request: RehearsalRequest, at: Date) {
  const given = typeof request.conversation === 'string' ? { id: request.conversation } : (request.conversation ?? {});
  const real = given.id ? await readThread(tx, scope, given.id) : null;
  if (given.id && !real) throw notFound();
  const saved: KnownThread = real ? await asHistory(tx, scope, real) : unknownThread;
  const { turns, clarifications, episode, priority, waiting_minutes: waiting } = given;
  const tagIds = given.tag_ids ?? request.left?.tagIds;
  // The customer waits from the new message on, unless an earlier one has no answer yet.
  const since = new Date(at.getTime() - (waiting ?? 0) * 60_000).toISOString();
  const conversation = {
    ...saved.conversation,
    ...defined({ turns, clarifications, episode, priority, tagIds }),
    waitingSince: waiting === undefined ? (saved.conversation.waitingSince ?? since) : since,
  };
  const history = [...saved.history, ...earlierWords(request)].filter(({ text }) => text.trim() !== '');
  const hasSpoken = hasSpokenIn(request);
  const thread: KnownThread = {
    channel: request.channel ?? saved.channel,
    message: { ...saved.message, subject: request.subject === undefined ? saved.message.subject : request.subject },
    history: history.slice(-mostEarlierMessages),
    customer: { ...saved.customer, ...customerOf(request) },
    conversation: {
      ...conversation,
      isFirst: conversation.isFirst && !hasSpoken,
      answered: request.left?.answered ?? (conversation.answered || hasSpoken),
    },
  };
  return { thread, owner: given.owner ?? real?.conversation.owner ?? 'ai' };
}

const hasSpokenIn = ({ history = [], conversation }: SimulationRequest): boolean => {
  const { turns = 0, clarifications = 0 } = typeof conversation === 'object' ? conversation : {};
  return turns + clarifications > 0 || history.some(({ from }) => from === 'us');
};

const earlierWords = ({ history = [] }: RehearsalRequest): SpokenWords[] =>
  history.map((said) => (said.past_episode ? inPastEpisode(asSaid(said)) : asSaid(said)));

/** A message of a past episode: a question that we asked in it no longer waits for a reply. */
export const inPastEpisode = ({ asksBack: _isOver, ...said }: SpokenWords): SpokenWords => ({
  ...said,
  pastEpisode: true,
});

const asSaid = ({ from, text, asks_back: asksBack, unproven }: EarlierWords): SpokenWords => ({
  from,
  text,
  ...(from === 'us' && asksBack ? { asksBack } : {}),
  ...(from === 'customer' && unproven ? { unproven } : {}),
});

type EarlierWords = NonNullable<SimulationRequest['history']>[number];

/**
 * The thread as it is when a new message comes. As in a live turn, the message continues a question that has no reply yet; all else is
 * history. A resolved conversation begins a new episode.
 */
async function asHistory(tx: Tx, scope: OrganizationScope, real: ThreadSoFar): Promise<KnownThread> {
  const { conversation, messages } = real;
  const thread = await knownOfThread(tx, scope, real);
  const { message } = thread;
  const { subject, text, attachments, newestSeq } = message;
  const isAnswered = messages.some(({ kind, seq }) => kind !== 'customer' && isSpoken(kind) && seq > (newestSeq ?? 0));
  if (conversation.waiting_since !== null && newestSeq !== null && !isAnswered)
    return { ...thread, message: { ...unknownThread.message, subject, text, attachments } };
  const isOver = conversation.status === 'resolved';
  const { askedBack } = await countAiWords(tx, scope, conversation);
  const { episode } = conversation;
  return {
    ...thread,
    history: historyOf(messages, {
      askedBack: isOver ? [] : askedBack,
      customerId: real.customer.id,
      episodeFromSeq: isOver ? Number.POSITIVE_INFINITY : conversation.episode_from_seq,
    }),
    message: { ...unknownThread.message, subject },
    conversation: { ...thread.conversation, ...(isOver ? { episode: episode + 1, turns: 0, clarifications: 0 } : {}) },
  };
}

function customerOf({ customer = {} }: SimulationRequest): Partial<Known['customer']> {
  const { name, email, external_id: externalId, verified, locale, attributes } = customer;
  return defined({ name, email, externalId, verified, locale, attributes });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const defined = <T extends object>(members: T): Defined<T> =>
  // The cast is safe: only members without a value are left out.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
