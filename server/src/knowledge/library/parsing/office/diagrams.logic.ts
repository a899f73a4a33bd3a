import { clean, type BlockDraft } from '../content/drafts.logic.ts';
import { treeOf, within, wordsOf } from '../package/xml-tree.logic.ts';

/** The text of a diagram (SmartArt, ECMA-376 part 1, §21.4), which has its own part. Each shape becomes a list item. */
export function diagramDrafts(source: string | undefined, page: number | null): BlockDraft[] {
  const shapes = [...within(treeOf(source ?? ''))].filter(({ name }) => name === 'pt');
  const lines = shapes
    .flatMap((shape) => [...within(shape)].filter(({ name }) => name === 't').slice(0, 1))
    .map((text) => clean(wordsOf(text)))
    .filter((text) => text !== '')
    .map((text) => `- ${text.replace(/\s+/g, ' ')}`);
  return lines.length === 0 ? [] : [{ kind: 'list', level: 0, lines, page }];
}
