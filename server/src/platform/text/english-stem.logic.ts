const vowel = '[aeiouy]';
const consonant = '[^aeiouy]';
const shortEnd = new RegExp(`(?:^${vowel}${consonant}|${consonant}${vowel}[^aeiouywxY])$`);
const hasVowel = new RegExp(vowel);
const firstRegion = new RegExp(`^(?:gener|commun|arsen|.*?${vowel}${consonant})`);

const whole = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
);
const finished = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

type SuffixRule = readonly [ending: string, replacement: string, before?: RegExp];
// Longest first: the first ending that matches decides, even if its region or the letter before it then prevents the change.
const step2: readonly SuffixRule[] = [
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['ogi', 'og', /l$/],
  ['li', '', /[cdeghkmnrt]$/],
];
const step3: readonly SuffixRule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const step4: readonly SuffixRule[] = [
  ['ement', ''],
  ['ance', ''],
  ['ence', ''],
  ['able', ''],
  ['ible', ''],
  ['ment', ''],
  ['ant', ''],
  ['ent', ''],
  ['ism', ''],
  ['ate', ''],
  ['iti', ''],
  ['ous', ''],
  ['ive', ''],
  ['ize', ''],
  ['ion', '', /[st]$/],
  ['al', ''],
  ['er', ''],
  ['ic', ''],
];

/**
 * The Snowball English stemmer (Porter2, https://snowballstem.org/algorithms/english/stemmer.html) for a lower-case word
 * without apostrophes. We have our own because @orama/stemmers uses the original Porter algorithm for English (news -> new).
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const fixed = whole.get(word);
  if (fixed !== undefined) return fixed;
  const marked = word.replace(/^y|(?<=[aeiouy])y/g, 'Y');
  const r1 = regionAfter(marked, firstRegion);
  const r2 = r1 + regionAfter(marked.slice(r1), new RegExp(`^.*?${vowel}${consonant}`));
  let stem = withoutPlural(marked);
  if (finished.has(stem)) return stem;
  stem = withoutPast(stem, r1).replace(/(.[^aeiouy])[yY]$/, '$1i');
  stem = replaceEnding(stem, step2, r1);
  stem = withoutAtive(replaceEnding(stem, step3, r1), r2);
  stem = replaceEnding(stem, step4, r2);
  return withoutFinal(stem, r1, r2).toLowerCase();
}

function regionAfter(word: string, pattern: RegExp): number {
  return pattern.exec(word)?.[0].length ?? word.length;
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word)) return word;
  return word.endsWith('s') && /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(word);
  if (eed) return eed.index >= r1 ? word.slice(0, eed.index + 2) : word;
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (!ending) return word;
  const stem = word.slice(0, ending.index);
  if (!hasVowel.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem) && !/^[aeo]..$/.test(stem)) return stem.slice(0, -1);
  return r1 >= stem.length && shortEnd.test(stem) ? `${stem}e` : stem;
}

function replaceEnding(word: string, endings: readonly SuffixRule[], region: number): string {
  for (const [ending, replacement, before] of endings) {
    if (!word.endsWith(ending)) continue;
    const start = word.length - ending.length;
    const allowed = start >= region && (before === undefined || before.test(word.slice(0, start)));
    return allowed ? word.slice(0, start) + replacement : word;
  }
  return word;
}

function withoutAtive(word: string, r2: number): string {
  return word.endsWith('ative') && word.length - 5 >= r2 ? word.slice(0, -5) : word;
}

function withoutFinal(word: string, r1: number, r2: number): string {
  const start = word.length - 1;
  if (word.endsWith('e')) {
    return start >= r2 || (start >= r1 && !shortEnd.test(word.slice(0, -1))) ? word.slice(0, -1) : word;
  }
  return word.endsWith('ll') && start >= r2 ? word.slice(0, -1) : word;
}
