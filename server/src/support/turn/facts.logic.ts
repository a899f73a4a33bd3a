import type { Channel, Priority } from '@desk/contract/conversations';
import { destinationKinds, type DestinationKind } from '@desk/contract/decisions';
import type { Settings } from '@desk/contract/settings';
import type { Hold } from '../../routing/index.ts';
import type { Signals } from '../signals/signals.logic.ts';

/** What is known of a message before the policy is asked. The shapes are routing's; see its `facts.logic.ts`. */
export interface Known {
  channel: Channel;
  subject: string | null;
  question: string;
  language: string | null;
  signals: Signals;
  tagIds: string[];
  attachments: readonly { name: string; media_type: string }[];
  customer: {
    email: string | null;
    externalId: string | null;
    verified: boolean;
    locale: string | null;
    attributes: Record<string, unknown>;
  };
  conversation: {
    episode: number;
    priority: Priority;
    waitingSince: Date | null;
    turns: number;
    clarifications: number;
    isFirst: boolean;
  };
  hold: Hold | null;
  ready: ReadonlySet<Channel>;
  time: { businessHours: boolean; weekday: number; hour: number };
  now: Date;
}

export const collectFacts = (known: Known) => ({
  channel: known.channel,
  stop: null,
  hold: known.hold,
  message: {
    text: known.question,
    subject: known.subject,
    language: known.language,
    hasAttachment: known.attachments.length > 0,
    needsUnreadableAttachment: dependsOnAttachment(known),
    wordCount: wordsIn(known.question),
    isFirst: known.conversation.isFirst,
  },
  signals: known.signals,
  tagIds: known.tagIds,
  customer: known.customer,
  conversation: {
    turns: known.conversation.turns,
    clarifications: known.conversation.clarifications,
    episode: known.conversation.episode,
    priority: known.conversation.priority,
    waitingMinutes: waited(known),
    replied: known.conversation.turns + known.conversation.clarifications > 0,
  },
  time: known.time,
  unreachableKinds: unreachableKinds(known.ready),
});

export const limitsOf = (settings: Settings, mode: 'auto' | 'draft') => ({
  mode,
  thresholds: settings.thresholds,
  maxAiTurns: settings.max_ai_turns,
  maxClarifications: settings.max_clarifications,
  allowedLanguages: settings.allowed_languages,
  defaultDestinationId: settings.default_destination_id,
});

/** What is known once knowledge has been asked; null: it knows nothing relevant. */
export const answerFacts = (draft: Drafted | null) => ({
  confidence: draft?.confidence.value ?? 0,
  found: draft !== null,
  evidenceCount: draft?.evidence.length ?? 0,
  topScore: draft?.evidence[0]?.score ?? null,
  collections: [...new Set(draft?.evidence.map((each) => each.collection.id))],
  oldestSourceDays: draft ? Math.max(0, ...draft.evidence.map((each) => each.ageDays)) : null,
  lookups: {},
  lookupFailed: false,
});

interface Drafted {
  confidence: { value: number };
  evidence: readonly { score: number; ageDays: number; collection: { id: string } }[];
}

// In six languages: "see the screenshot", "the picture below", "im Anhang".
const pointsAtAttachment =
  /\b(attach(ed|ment)|screen ?shot|see (the )?(picture|photo|image|file|pdf)|(picture|photo|image) (below|above|shows)|anhang|im bild|pi[eè]ce jointe|adjunt[oa]|in allegato)\b/i;

/** Fewer words beside an attachment are hardly a question of their own. */
const leastWordsOfQuestion = 4;

// The question points at what we cannot read, or there is hardly a question beside it.
function dependsOnAttachment({ attachments, question }: Known): boolean {
  return attachments.length > 0 && (pointsAtAttachment.test(question) || wordsIn(question) < leastWordsOfQuestion);
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

const waited = ({ conversation, now }: Known) =>
  conversation.waitingSince
    ? Math.max(0, Math.floor((now.getTime() - conversation.waitingSince.getTime()) / 60_000))
    : 0;

/** Of destinations: those that words cannot reach at the moment. */
export function unreachableKinds(ready: ReadonlySet<Channel>): DestinationKind[] {
  return destinationKinds.filter(
    (kind) =>
      (kind.startsWith('chatdesk_') && !ready.has('chatdesk')) ||
      (kind.startsWith('ticketdesk_') && !ready.has('ticketdesk')) ||
      (kind === 'email' && !ready.has('email')),
  );
}
