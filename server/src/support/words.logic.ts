import type { Citation } from '@desk/contract/decisions';
import type { Settings } from '@desk/contract/settings';

/** Who is spoken to and by whom: what the words around an answer depend on. */
export interface Speaking {
  settings: Settings;
  conversation: { turns: number };
}

/** An answer as the customer reads it, in Markdown: disclosure before the AI's first word, the answer, its sources, who signs. */
export function customerWords(speaking: Speaking, draft: { text: string; citations: readonly Citation[] }): string {
  return [
    disclosure(speaking),
    draft.text.trim(),
    sources(speaking.settings, draft.citations),
    signature(speaking.settings),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Asks which of the competing subjects is meant, or for more words where nothing competes. */
export function clarifyingWords(speaking: Speaking, options: readonly string[]): string {
  const choices = options.map((option) => `- ${option}`).join('\n');
  const question =
    options.length > 1
      ? `I want to be sure that I help with the right thing. Is it about one of these?\n\n${choices}\n\nIf not, tell me a little more and I will look again.`
      : 'Could you tell me a little more about what you need? A few more words help me to find the right answer.';
  return [disclosure(speaking), question, signature(speaking.settings)].filter(Boolean).join('\n\n');
}

function disclosure({ settings, conversation }: Speaking): string {
  return settings.disclosure.enabled && conversation.turns === 0 ? settings.disclosure.text : '';
}

function sources({ citations: { show_to_customer, max } }: Settings, citations: readonly Citation[]): string {
  if (!show_to_customer || max === 0) return '';
  const shown = new Map<string, string>();
  for (const { document_id, title, url } of citations) {
    const name = title.replace(/[[\]()\\]/g, '\\$&');
    if (!shown.has(document_id)) shown.set(document_id, url ? `[${name}](${url})` : name);
  }
  const list = [...shown.values()].slice(0, max);
  return list.length === 0 ? '' : `Source: ${list.join(' · ')}`;
}

const signature = ({ persona }: Settings) => persona.signature.trim();
