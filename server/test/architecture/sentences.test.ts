import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { isAboutField } from '../../src/platform/http/field-error.logic.ts';
import { accessInGerman } from '../../src/platform/words/german/access.ts';
import { german } from '../../src/platform/words/german/german.ts';
import { files, productFiles, read } from './tree.ts';

interface FoundSentence {
  template: string;
  at: string;
}

/** The tags. `english` returns a text at once, for texts that are stored or returned as text. */
const tags: readonly unknown[] = ['sentence', 'english'];

/** Every sentence of a file, as the template that its tag makes. */
function sentencesIn(path: string, source = read(path)): FoundSentence[] {
  if (!/(?:sentence|english)`/.test(source)) return [];
  const found: FoundSentence[] = [];
  visit(parseSync(path, source).program, (node) => {
    if (node['type'] !== 'TaggedTemplateExpression' || !tags.includes((node['tag'] as Node)['name'])) return;
    const texts = ((node['quasi'] as Node)['quasis'] as { value: { cooked: string } }[]).map(
      ({ value }) => value.cooked,
    );
    const template = texts.reduce((joined, text, at) => `${joined}{${at - 1}}${text}`);
    found.push({ template, at: `${path}:${source.slice(0, Number(node['start'])).split('\n').length}` });
  });
  return found;
}

type Node = Record<string, unknown>;

function visit(node: unknown, see: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) return node.forEach((each) => visit(each, see));
  see(node as Node);
  for (const value of Object.values(node)) visit(value, see);
}

const placesIn = (text: string): string[] => (text.match(/\{\d+\}/g) ?? []).sort();

/** A sentence that begins in lower case continues a field's name, or is capitalized when it stands alone. */
const beginsSmall = (text: string): boolean => /^\p{Ll}/u.test(text);
const verbs = /^(?:muss|darf|ist|fehlt|gilt|passt|gibt|wird|besteht|liegt)\b/;

/** The mismatches between the sentences of the source and their German texts. */
function faultsBetween(
  foundSentences: readonly FoundSentence[],
  catalogue: Readonly<Record<string, string>>,
): string[] {
  const known = new Set(foundSentences.map(({ template }) => template));
  return [
    ...foundSentences
      .filter(({ template }) => !Object.hasOwn(catalogue, template))
      .map(({ at }) => `${at} has no German`),
    ...Object.keys(catalogue)
      .filter((template) => !known.has(template))
      .map((template) => `nobody says: ${template}`),
    ...Object.entries(catalogue).flatMap(([template, words]) => [
      ...(placesIn(template).join() === placesIn(words).join() ? [] : [`other places: ${template}`]),
      ...(isAboutField({ template, values: [] }) && !verbs.test(words) ? [`no verb first: ${words}`] : []),
      ...(/^[a-z]/.test(template) && template.split(' ').length > 3 && !beginsSmall(words)
        ? [`begins large: ${words}`]
        : []),
      ...(/^\p{Lu}.*[.]$/u.test(template) && !/[.]$/.test(words) ? [`does not end: ${words}`] : []),
      ...(/"[^"]*"|\bDu\b|\bdein/.test(words) ? [`not our way to write: ${words}`] : []),
    ]),
  ];
}

const allSentences = productFiles().flatMap((path) => sentencesIn(path));

test('every sentence of the server has a German text with the same placeholders, and there are no others', () => {
  assert.ok(allSentences.length > 400, `${allSentences.length}`);
  assert.deepEqual(faultsBetween(allSentences, german), []);
});

test('only the tag makes sentences for people, so that the tests above see them', () => {
  const elsewhere = productFiles()
    .filter((path) => !path.startsWith('server/src/platform/words/'))
    .flatMap((path) => {
      const found: string[] = [];
      visit(parseSync(path, read(path)).program, (node) => {
        if (isMadeByHand(node)) found.push(path);
      });
      return found;
    });
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(
    allSentences.filter(({ template }) => /^\{\d+\}$/.test(template)),
    [],
    'a sentence that is nothing but a value has no words of ours',
  );
});

// The compiler ensures that a problem takes only a `Sentence`. These are the other ways to make one.
function isMadeByHand(node: Node): boolean {
  if (node['type'] === 'CallExpression') return tags.includes((node['callee'] as Node)['name']);
  if (node['type'] !== 'ObjectExpression') return false;
  const names = (node['properties'] as Node[]).map(({ key }) => (key as Node | undefined)?.['name']);
  return names.includes('template') && names.includes('values') && names.length === 2;
}

test('no sentence is translated in two catalogues', () => {
  const keys = files('server/src/platform/words/german/*.ts')
    .filter((path) => !path.endsWith('/german.ts'))
    .flatMap((path) => {
      const found: string[] = [];
      visit(parseSync(path, read(path)).program, (node) => {
        if (node['type'] !== 'Property') return;
        const { name, value } = node['key'] as { name?: string; value?: string };
        found.push(name ?? value ?? '');
      });
      return found;
    });
  assert.ok(keys.includes(Object.keys(accessInGerman)[0] ?? ''));
  assert.deepEqual(
    keys.filter((key, at) => keys.indexOf(key) !== at),
    [],
  );
  assert.deepEqual(new Set(keys), new Set(Object.keys(german)));
});

test('a missing, an unused and a wrong translation are detected', () => {
  const source = 'const one = sentence`It has ${n} parts, and ${m} holes.`; const two = sentence`must be ${n}`;';
  const foundSentences = sentencesIn('planted.ts', source);
  assert.deepEqual(
    foundSentences.map(({ template }) => template),
    ['It has {0} parts, and {1} holes.', 'must be {0}'],
  );
  for (const [source, byHand] of [
    ['conflict("x", sentence([text]))', true],
    ['conflict("x", { template: text, values: [] })', true],
    ['conflict("x", sentence`This is taken.`)', false],
  ] as const) {
    const found: boolean[] = [];
    visit(parseSync('planted.ts', source).program, (node) => void found.push(isMadeByHand(node)));
    assert.equal(found.includes(true), byHand, source);
  }
  const right = { 'It has {0} parts, and {1} holes.': '{1} Löcher, {0} Teile.', 'must be {0}': 'muss {0} sein' };
  assert.deepEqual(faultsBetween(foundSentences, right), []);
  assert.deepEqual(faultsBetween(foundSentences, { ...right, 'It is old.': 'Es ist alt.' }), [
    'nobody says: It is old.',
  ]);
  assert.deepEqual(faultsBetween(foundSentences, { 'must be {0}': 'muss {0} sein' }), ['planted.ts:1 has no German']);
  assert.deepEqual(faultsBetween(foundSentences, { ...right, 'must be {0}': 'soll so sein' }), [
    'other places: must be {0}',
    'no verb first: soll so sein',
  ]);
});
