import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemEnglish } from './english-stem.logic.ts';
import type { Stem } from './tokens.logic.ts';

const mostRemembered = 50_000;

// The list omits languages whose words are cut into character pairs anyway, and languages without a Snowball stemmer.
const languages: readonly [string, Stem][] = [
  ['ar', arabic],
  ['da', danish],
  ['de', (word) => german(withUmlauts(word))],
  ['es', spanish],
  ['fi', finnish],
  ['fr', french],
  ['hu', hungarian],
  ['it', italian],
  ['nb', norwegian],
  ['nl', dutch],
  ['nn', norwegian],
  ['no', norwegian],
  ['pt', portuguese],
  ['ro', romanian],
  ['ru', russian],
  ['sv', swedish],
  ['tr', turkish],
];
const stemmers = new Map(languages.map(([language, stem]) => [language, remembered(stem)]));
const english = remembered(stemEnglish);

/** Returns the stemmer for a BCP 47 language; the English one if there is none. */
export function stemFor(language: string): Stem {
  return stemmers.get(language.slice(0, 2).toLowerCase()) ?? english;
}

/**
 * "zuruecksetzen" is "zurücksetzen" on a keyboard without umlauts. As in Snowball 3 (algorithms/german.sbl), "ue" stays after a vowel
 * and after q ("Dauer", "bequem"); "aktuell" becomes "aktüll" in every text, so it still matches itself.
 */
function withUmlauts(word: string): string {
  return word
    .replaceAll('ae', 'ä')
    .replaceAll('oe', 'ö')
    .replace(/(?<![aeiouyäöüq])ue/g, 'ü');
}

// A few thousand words make up most of all text. The limit only bounds the memory for rare words.
function remembered(stem: Stem): Stem {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= mostRemembered) known.clear();
    const made = stem(word);
    known.set(word, made);
    return made;
  };
}
