import { lettersOf, type LetterLook } from './cell-styles.logic.ts';
import { attributesOf, type XmlEvent } from '../package/xml.logic.ts';

/** A run of a cell's text. `letters` is null if the run has the look of the cell. */
export interface RichRun {
  text: string;
  letters: LetterLook | null;
}

/** The text of a cell: a string, or runs if some have their own look. */
export type CellText = string | readonly RichRun[];

export interface RichText {
  take(event: XmlEvent): void;
  /** Returns the text taken since the last call. */
  text(): CellText;
}

/** Assembles a text of SpreadsheetML (ECMA-376 part 1, §18.4) from its events, without the phonetic readings of Japanese words. */
export function richText(): RichText {
  let runs: RichRun[] = [];
  let [inText, inLook, readings] = [false, false, 0];
  let letters: LetterLook | null = null;
  return {
    take(event) {
      if (event.kind === 'text') {
        if (inText && readings === 0) runs.push({ text: event.text, letters });
        return;
      }
      const starts = event.kind === 'open' && !event.closed;
      if (event.name === 't') inText = starts;
      if (event.name === 'rPh' && !(event.kind === 'open' && event.closed)) readings += starts ? 1 : -1;
      if (event.name === 'r') letters = null;
      if (event.name === 'rPr') {
        inLook = starts;
        if (event.kind === 'open') letters = lettersOf(undefined, undefined);
      }
      if (event.kind === 'open' && inLook && letters) letters = changed(letters, event.name, event.attributes);
    },
    text() {
      const taken = runs;
      runs = [];
      return taken.some((run) => run.letters !== null) ? taken : taken.map((run) => run.text).join('');
    },
  };
}

function changed(letters: LetterLook, name: string, attributes: string): LetterLook {
  if (name === 'color') return { ...letters, colour: lettersOf(attributesOf(attributes), undefined).colour };
  if (name === 'sz') return { ...letters, tiny: lettersOf(undefined, attributesOf(attributes).get('val')).tiny };
  return letters;
}
