/**
 * `node server/bench/emoji-moods.ts --annotations FILE`: writes `support/signals/learned/emoji-moods.json` from the keywords that
 * Unicode CLDR gives each emoji. FILE is `annotations/en/annotations.json` of the npm package `cldr-annotations-full`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The keywords that show a mood: anger, that something is not right, and that it is. */
const keywords = {
  angry: 'anger angry enraged fuming furious pissed swearing cursing pouting middle',
  unhappy:
    'sad unhappy disappointed disapproval dislike bad crying frowning disgust ew poop upset confused eyeroll exasperation nope NO',
  pleased:
    'thanks thx yes OK okay happy glad satisfied love like awesome hooray congratulations approval agree ' +
    'appreciate perfect checkmark',
};
type Mood = keyof typeof keywords;
const moods: readonly Mood[] = ['angry', 'unhappy', 'pleased'];

interface AnnotationFile {
  annotations: { annotations: Record<string, { default?: string[] }> };
}

const { values } = parseArgs({ options: { annotations: { type: 'string' } } });
if (!values.annotations) throw new Error('--annotations FILE is missing.');
const file: AnnotationFile = JSON.parse(readFileSync(values.annotations, 'utf8'));
const annotated = Object.entries(file.annotations.annotations).filter(([sign]) => isOneEmoji(sign));
const found = new Map(
  moods.map((mood) => [mood, annotated.filter((each) => moodOf(each) === mood).map(([sign]) => sign)]),
);
const written = Object.fromEntries([...found].map(([mood, signs]) => [mood, signs.join('')]));
const place = join(import.meta.dirname, '../src/support/signals/learned/emoji-moods.json');
writeFileSync(place, `${JSON.stringify(written, null, 2)}\n`);
console.table([...found].map(([mood, signs]) => ({ mood, emoji: signs.length })));

// A sequence ("heart on fire") begins with an emoji of its own.
function isOneEmoji(sign: string): boolean {
  return /^\p{Extended_Pictographic}$/u.test(sign);
}

/** Null if no keyword shows a mood, or the keywords contradict each other: people laugh in tears at much. */
function moodOf([, { default: given = [] }]: [string, { default?: string[] }]): Mood | null {
  const shown = moods.filter((mood) => keywords[mood].split(' ').some((word) => given.includes(word)));
  if (shown.includes('pleased')) return shown.length === 1 ? 'pleased' : null;
  return shown[0] ?? null;
}
