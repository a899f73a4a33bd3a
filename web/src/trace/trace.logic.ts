import type { Decision, Evidence, Outcome } from '@desk/contract/decisions';

export const whyWord = {
  answer: 'whyAnswer',
  clarify: 'whyClarify',
  escalate: 'whyEscalate',
  draft: 'whyDraft',
  suppress: 'whySuppress',
} as const satisfies Record<Outcome, string>;

/** The passages that the answer cites, and the other passages that were found; each list best first. */
export function passagesOf({ evidence, answer }: Pick<Decision, 'evidence' | 'answer'>) {
  const cited = new Set((answer?.citations ?? []).map(({ chunk_id: id }) => id));
  const byScore = [...evidence].sort((a, b) => b.score - a.score);
  const isCited = ({ chunk_id: id }: Evidence) => cited.has(id);
  return { cited: byScore.filter(isCited), others: byScore.filter((each) => !isCited(each)) };
}

/** False if the search was skipped, because the customer asked for a person or a rule decided first: no passages then means nothing. */
export const lookedForPassages = ({
  timings_ms: timings,
  evidence,
  answer,
}: Pick<Decision, 'timings_ms' | 'evidence' | 'answer'>): boolean =>
  evidence.length > 0 || answer !== null || 'draft' in timings;

/** `Refund policy › Double charges`: the document and the section. */
export const placeOf = ({ title, heading_path: path }: Evidence): string =>
  [title, ...path.filter((heading) => heading !== title)].join(' › ');

export const totalMilliseconds = (timings: Readonly<Record<string, number>>): number =>
  Math.round(Object.values(timings).reduce((sum, each) => sum + each, 0));

export const matchedRule = ({ rules }: Pick<Decision, 'rules'>) =>
  rules.find(({ result }) => result === 'matched') ?? null;

/** The skipped destinations that need repair; the record's `warnings` name them in English. */
export const brokenOnTheWay = ({ destination }: Pick<Decision, 'destination'>) =>
  (destination?.path ?? []).filter(({ result }) => result === 'missing' || result === 'disabled');

/** The engines that write answers, by their names in decisions; other names are shown as they are. */
const engines = ['extractive', 'grounded', 'lookup'] as const;
export const isEngine = (name: string): name is (typeof engines)[number] => engines.some((each) => each === name);

/** The newest decision, except for echoes and duplicates: an echo of our own message or a repeated event explains no reply. */
export const latestDecision = <T extends Pick<Decision, 'reason'>>(newestFirst: readonly T[]): T | undefined =>
  newestFirst.find(({ reason }) => reason !== 'own_echo' && reason !== 'duplicate') ?? newestFirst[0];

/** Formats a looked-up value in one line. */
export function valueText(value: unknown, locale: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((each) => valueText(each, locale)).join(', ');
  const { amount, currency, ...others } = value as Record<string, unknown>;
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && isAmount(amount) && !Object.keys(others).length) {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
  }
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${valueText(each, locale)}`)
    .join(', ');
}

const isAmount = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));

const longest = 120;

/** The value of a condition in the reader's quotes, shortened to one line; empty if a comparison takes no value. */
export function quoted(value: unknown, quote: (text: string) => string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => quoted(each, quote)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return quote(value.length > longest ? `${value.slice(0, longest).trimEnd()}…` : value);
}
