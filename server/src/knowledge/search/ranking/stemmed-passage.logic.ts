import { blocksOf } from '../text/blocks.logic.ts';
import { headingOf } from '../../library/passages/segment.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import { type Stem, stemsOf } from '../../../platform/text/tokens.logic.ts';

/** The stems of a passage in reading order. */
export interface StemmedPassage {
  title: string[];
  /** Of the title and the headings above the passage. */
  heading: string[];
  /** Of each unit that may be quoted alone, such as a sentence. */
  sentences: string[][];
}

interface Kept extends StemmedPassage {
  text: string;
  headings: string;
  stem: Stem;
}

// With its text about 6 KB each.
const mostKept = 3_000;
const kept = new Map<string, Kept>();

/** The stems of the passage. Those used last are kept: to read twenty passages was half of what a search costs the processor. */
export function stemmedPassage(passage: Passage, stem: Stem): StemmedPassage {
  const headings = headingOf(passage);
  const known = kept.get(passage.id);
  kept.delete(passage.id);
  const holds = known?.text === passage.text && known.headings === headings && known.stem === stem;
  const stemmed = holds ? known : read(passage, headings, stem);
  kept.set(passage.id, stemmed);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
  return stemmed;
}

function read({ title, text }: Passage, headings: string, stem: Stem): Kept {
  const units = blocksOf(text).flatMap((block) => block.units);
  const sentences = units.map(({ start, end }) => stemsOf(text.slice(start, end), stem));
  return { title: stemsOf(title, stem), heading: stemsOf(headings, stem), sentences, text, headings, stem };
}
