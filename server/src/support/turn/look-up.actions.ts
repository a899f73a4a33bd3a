import { lookUp, writeLookup, type Lookup, type LookUp } from '../../connectors/index.ts';
import { questionsIn, refersBack } from '../../knowledge/index.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { humanOnly } from '../signals/human-only.logic.ts';
import type { LookupSection } from '../wording/lookup-grounding.logic.ts';
import { decideOn } from './decide-on.ts';
import type { Basis } from './matter.actions.ts';
import type { Known, KnownDraft, KnownLookup } from './known.logic.ts';

/** The results of account systems: for the policy, for the customer, and the calls that returned them. */
interface LookedUp {
  readonly lookups: readonly KnownLookup[];
  /** The answer in the words of the templates; null if nothing may be shown to the customer. */
  readonly answer: LookupAnswer | null;
  readonly callIds: readonly string[];
}

export interface LookupAnswer {
  readonly draft: KnownDraft;
  /** One for each template. */
  readonly texts: readonly LookupSection[];
}

const nothingLookedUp: LookedUp = { lookups: [], answer: null, callIds: [] };

/** The time reserved for deciding, wording and sending. */
const reservedMilliseconds = 5_000;
const longestMilliseconds = 10_000;

/** Runs the lookups of the matched rules in parallel, within the rest of the turn. `ask` replaces the account systems in a rehearsal. */
export async function lookUpNamed(
  desk: Desk,
  scope: OrganizationScope,
  {
    known,
    basis,
    templateIds,
    ask = lookUp,
  }: { known: Known; basis: Basis; templateIds: readonly string[]; ask?: LookUp | undefined },
): Promise<LookedUp> {
  if (templateIds.length === 0) return nothingLookedUp;
  const { channel, customer, message, time } = known;
  const { carried } = message;
  const asked = carried ? { question: carried.reply, before: carried.question } : { question: message.text };
  const left = time.answerBy ? Date.parse(time.answerBy) - desk.clock.now().getTime() - reservedMilliseconds : Infinity;
  const found = await ask(desk, scope, {
    templateIds,
    asked: { ...asked, channel, language: message.language, customer },
    withinMilliseconds: Math.max(100, Math.min(longestMilliseconds, left)),
  });
  return {
    lookups: found.map(({ forCustomer: _forCustomer, callId: _callId, ...lookup }) => lookup),
    answer: answerOf(found, { known, basis }),
    callIds: found.flatMap(({ callId }) => callId ?? []),
  };
}

/**
 * The service that keeps the record returned the value, and the organization's rule states that it answers the question. The only
 * remaining risk is that the rule is too broad.
 */
const certainty = { value: 0.95, band: 'high', components: { lookup: 1 }, formula: 'lookup-1' } as const;

function answerOf(found: readonly Lookup[], { known, basis }: { known: Known; basis: Basis }): LookupAnswer | null {
  if (found.some(({ status }) => status !== 'ok')) return null;
  const { timezone, default_language } = basis.settings;
  const language = known.message.language ?? default_language;
  const texts = found.flatMap((lookup) => {
    const words = lookup.forCustomer && writeLookup(lookup.forCustomer, { language, timezone }, default_language);
    return words ? [{ title: lookup.name, ...words }] : [];
  });
  const [first] = texts;
  if (first === undefined) return null;
  const draft = {
    text: texts.map(({ text }) => text).join('\n\n'),
    engine: 'lookup',
    language: texts.every((each) => each.language === first.language) ? first.language : language,
    revision: basis.knowledgeRevision,
    options: [],
    confidence: certainty,
    citations: [],
    evidence: [],
  } as const;
  return { draft, texts };
}

/**
 * The questions of the message that its lookups do not answer. A question is left if, read alone, no rule looks anything up for it,
 * it does not refer back to another question, and it is not about the customer's own case, which the account system knows. Empty if
 * all questions are left: then the rule was meant for the message as a whole.
 */
export function questionsLeft({ known, basis }: { known: Known; basis: Basis }): string[] {
  const { text, carried, language } = known.message;
  const questions = questionsIn(carried?.question ?? text, language ?? 'en');
  const isLookedUp = (question: string): boolean => {
    const first = decideOn(basis.policy, { ...known, message: { ...known.message, text: question } });
    return first.kind === 'draft' && first.stage.effects.lookupTemplateIds.length > 0;
  };
  const left = questions.filter(
    (question) => !refersBack(question) && humanOnly(question) !== 'own_case' && !isLookedUp(question),
  );
  return left.length < questions.length ? left : [];
}

/** The answer of the account systems, followed by that of the documents. It is only as sure as the less sure of the two. */
export const joinDrafts = (lookedUp: KnownDraft, quoted: KnownDraft): KnownDraft => ({
  ...quoted,
  text: `${lookedUp.text}\n\n${quoted.text}`,
  engine: 'lookup',
  language: lookedUp.language,
  confidence: quoted.confidence.value < lookedUp.confidence.value ? quoted.confidence : lookedUp.confidence,
});
