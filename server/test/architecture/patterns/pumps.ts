/** A text that may make a pattern slow: `unit` repeated, then a character that prevents a match to the end. */
export interface Pump {
  before: string;
  unit: string;
}

const usual = [
  ' ',
  'a',
  '0',
  'A',
  '.',
  '-',
  ',',
  ':',
  '/',
  '@',
  '<',
  '>',
  '&',
  '"',
  '(',
  '[',
  '#',
  '*',
  '|',
  '=',
  '_',
  '\n',
  '\t',
];
const pairs = ['a ', '1,', 'a.', ' \n', 'a-', 'a,', 'A '];
const mostWords = 12;
const mostBefore = 6;

/** Builds pumps from the characters and words of the pattern itself. */
export function pumpsFor(source: string): Pump[] {
  const literal = source.replace(/\\[pP]\{[^}]*\}|\\[dwsbDWSBuxk]|\(\?[:=!<]*|[{}()|?+*^$\\]/g, ' ');
  const signs = [...new Set(literal)].filter((sign) => sign.trim() !== '');
  const words = [...new Set(literal.match(/[\p{L}\p{N}@./:<>#-]{2,}/gu))].slice(0, mostWords);
  const marks = signs.filter((sign) => !/[\p{L}\p{N}]/u.test(sign)).slice(0, mostBefore);
  const units = [...usual, ...pairs, ...signs, ...words, ...words.map((word) => `${word} `)];
  return [
    ...[...new Set(units)].map((unit) => ({ before: '', unit })),
    ...marks.flatMap((mark) => [' ', 'a', '0', '\n'].map((unit) => ({ before: mark, unit }))),
    ...words
      .slice(0, mostBefore)
      .flatMap((word) => [' ', 'a', '0', 'a '].map((unit) => ({ before: `${word} `, unit }))),
  ];
}
