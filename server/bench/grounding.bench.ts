import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { textReaderFor } from '../src/knowledge/search/engine/text-reader.ts';
import { ground, type SourceSection } from '../src/support/wording/grounding.logic.ts';
import { plainSentences } from '../src/support/wording/plain-sentence.logic.ts';

/**
 * Measures which sentences of answers by people pass against the passages that they were written from (`own`), and how many of
 * these still pass once they are falsified: with another number, a "not" added or removed, a second half from another
 * answer, or against the passages of another question. Needs cases with a `reference`; not every reference is true.
 */
const { values } = parseArgs({ options: { data: { type: 'string', multiple: true } } });
const reading = textReaderFor('en');
type Tally = Record<'passed' | 'all', number>;

for (const directory of values.data ?? []) {
  const cases = linesOf(join(directory, 'cases.jsonl')).filter((each) => each.reference && each.label === 'answerable');
  const passages = new Map(linesOf(join(directory, 'kb.jsonl')).map((each) => [each.id, each]));
  const tallies: Record<string, Tally> = {};
  const asked = cases.map((each) => ({
    sentences: plainSentences(each.reference),
    sections: Object.keys(each.relevant).flatMap((id): SourceSection[] => {
      const { title, text } = passages.get(id) ?? {};
      return text ? [{ title, headingPath: [], text }] : [];
    }),
  }));
  for (const [at, { sentences, sections }] of asked.entries()) {
    const other = asked[(at + 1) % asked.length] ?? { sentences: [], sections: [] };
    for (const [index, sentence] of sentences.entries()) {
      count(tallies, 'own', passes(sentence, sections));
      count(tallies, 'other passages', passes(sentence, other.sections));
      if (!passes(sentence, sections)) continue;
      for (const [how, wrong] of wronged(sentence, other.sentences[index % (other.sentences.length || 1)] ?? ''))
        count(tallies, how, passes(wrong, sections));
    }
  }
  console.table(
    Object.entries(tallies).map(([how, { passed, all }]) => ({ how, passed: (passed / all).toFixed(3), of: all })),
  );
}

function wronged(sentence: string, other: string): [how: string, wrong: string][] {
  const number = sentence.replace(/\d+/, (digits) => String(Number(digits) + 7));
  const verb = /\b(?:is|are|was|were|can|will|may|must|has|have)\b(?! not)/;
  const negated = / not\b/.test(sentence) ? sentence.replace(/ not\b/, '') : sentence.replace(verb, '$& not');
  const words = sentence.split(' ');
  const strange = other.split(' ');
  const blended = [...words.slice(0, words.length / 2), ...strange.slice(strange.length / 2)].join(' ');
  return (
    [
      ['another number', number],
      ['negated', negated],
      ['half of another answer', blended],
      ['with a rider', `${sentence.replace(/[.!?]$/, '')} and ${strange.slice(0, 5).join(' ')}.`],
    ] satisfies [string, string][]
  ).filter(([, wrong]) => wrong !== sentence);
}

function passes(sentence: string, sections: readonly SourceSection[]): boolean {
  const citations = sections.map((_, index) => index + 1);
  const wording = { unanswerable: false, sentences: [{ text: sentence, citations, step: false }] };
  const { kept, dropped } = ground(wording, sections, { reading, sure: 0 });
  return kept > 0 && dropped === 0;
}

function count(tallies: Record<string, Tally>, how: string, passed: boolean): void {
  const tally = (tallies[how] ??= { passed: 0, all: 0 });
  tally.all++;
  if (passed) tally.passed++;
}

function linesOf(file: string): any[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
