import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../../test/story/stage.ts';

/** Adds a catalogue of `parts` parts, one passage each and a hundred in a document, and waits until all are ready. */
export async function addCatalogue({ wim }: Stage['world'], parts: number): Promise<void> {
  const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Catalogue' });
  for (let at = 0; at < parts; at += 100) {
    const sections = Array.from({ length: Math.min(100, parts - at) }, (_, section) => sectionOf(at + section));
    const document = { collection_id, title: `Parts ${at}`, text: sections.join('\n\n'), format: 'markdown' };
    await wim.posts('/api/knowledge/documents/text', document, 202);
  }
  while ((await wim.gets('/api/knowledge/documents?limit=200')).items.some((each: any) => each.status !== 'ready'))
    await sleep(500);
}

/** The question number `at` about a part of the catalogue; the parts repeat in turn. */
export const questionAbout = (at: number, parts: number): string =>
  `On which shelf is part number ${(at * 7) % parts}?`;

function sectionOf(part: number): string {
  const words =
    `Part number ${part} is kept on shelf ${part * 7}. It weighs ${part % 90} grams and fits the machines ` +
    `of series ${part % 12}. `;
  return `## Part number ${part}\n\n${words.repeat(4)}`;
}
