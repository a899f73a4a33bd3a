import type { Citation } from '@desk/contract/decisions';
import type { Settings } from '@desk/contract/settings';

/** The phrases around answers, in one language. */
export interface Phrases {
  /** `oneOfThese` precedes a list of subjects to choose from, `otherwise` follows it. */
  oneOfThese: string;
  otherwise: string;
  tellMore: string;
  /** Asks for the number that a lookup needs, such as that of an order. */
  whichNumber: string;
  source: string;
  disclosure: string;
  handover: string;
  outOfHours: string;
}

/** The settings, conversation and phrases on which the words around an answer depend. */
export interface Speaking {
  settings: Settings;
  conversation: { turns: number; clarifications: number };
  phrases: Pick<Phrases, 'oneOfThese' | 'otherwise' | 'tellMore' | 'whichNumber' | 'source' | 'disclosure'>;
}

/** The answer as the customer reads it, in Markdown: disclosure (in the AI's first message), answer, sources, signature. */
export function customerWords(speaking: Speaking, draft: { text: string; citations: readonly Citation[] }): string {
  return [disclosure(speaking), draft.text.trim(), sources(speaking, draft.citations), signature(speaking.settings)]
    .filter(Boolean)
    .join('\n\n');
}

/** Asks which of the competing subjects is meant or, if there are none, asks for details. */
export function clarifyingWords(speaking: Speaking, options: readonly string[]): string {
  const choices = options.map((option) => `- ${option}`).join('\n');
  const { oneOfThese, otherwise, tellMore } = speaking.phrases;
  return asQuestion(speaking, options.length > 1 ? `${oneOfThese}\n\n${choices}\n\n${otherwise}` : tellMore);
}

/** Asks for the number that the lookup needs. */
export const numberAsked = (speaking: Speaking): string => asQuestion(speaking, speaking.phrases.whichNumber);

const asQuestion = (speaking: Speaking, question: string): string =>
  [disclosure(speaking), question, signature(speaking.settings)].filter(Boolean).join('\n\n');

function disclosure({ settings, conversation, phrases }: Speaking): string {
  const isFirst = conversation.turns + conversation.clarifications === 0;
  return settings.disclosure.enabled && isFirst ? phrases.disclosure : '';
}

function sources({ settings, phrases }: Speaking, citations: readonly Citation[]): string {
  const { show_to_customer, max } = settings.citations;
  if (!show_to_customer || max === 0) return '';
  const shown = new Map<string, string>();
  for (const { document_id, title, url } of citations) {
    const name = title.replace(/[[\]()\\]/g, '\\$&');
    if (!shown.has(document_id)) shown.set(document_id, url ? `[${name}](${url})` : name);
  }
  const list = [...shown.values()].slice(0, max);
  return list.length === 0 ? '' : `${phrases.source}: ${list.join(' · ')}`;
}

const signature = ({ persona }: Settings) => persona.signature.trim();
