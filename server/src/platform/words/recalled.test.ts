import assert from 'node:assert/strict';
import { test } from 'node:test';
import { german } from './german/german.ts';
import { recalled } from './recalled.ts';
import { sayIn } from './say.ts';
import { english, inEnglish, kept, sentence, type Sentence } from './sentence.logic.ts';

const inGerman = sayIn('de');
const samples = ['K7', 'q2.example', '2026-01-02'];
const filledIn = (template: string): Sentence => ({
  template,
  values: samples.slice(0, new Set(template.match(/\{\d+\}/g)).size),
});

test('every sentence is found again by its English text, with any values', () => {
  // These consist mostly of values: the text around them is matched first.
  const joints = new Set(['HTTP {0}', 'no answer ({0})', 'is one of {0}', 'must be {0}', 'must be one of {0}']);
  const templates = Object.keys(german).filter((each) => each.replaceAll(/\{\d+\}|\P{L}/gu, '').length >= 8);
  assert.ok(templates.length > 600, `${templates.length}`);
  for (const template of templates.filter((each) => !joints.has(each))) {
    const original = filledIn(template);
    const text = inEnglish(original);
    const found = recalled(text);
    assert.equal(found && inEnglish(found), text, template);
    assert.equal(inGerman(kept(text)), inGerman(original), template);
  }
});

const texts: [name: string, text: string, words: string][] = [
  [
    'two sentences',
    english`${sentence`The document is too large.`} ${sentence`The previous version is still used.`}`,
    'Das Dokument ist zu groß. Die vorige Version wird weiter verwendet.',
  ],
  [
    'a sentence in a sentence',
    english`The token could not be renewed: ${sentence`its answer contains no token`}.`,
    'Das Token ließ sich nicht erneuern: seine Antwort enthält kein Token.',
  ],
  [
    'an error with its code',
    `rejected: ${english`The helpdesk answered HTTP ${422}.`}`,
    'rejected: Der Helpdesk antwortete mit HTTP 422.',
  ],
  [
    'a sentence about a bounce, with its status code',
    english`${sentence`The mailbox is full.`} (${'5.2.2'})`,
    'Das Postfach ist voll. (5.2.2)',
  ],
  [
    'an event with its underlying error',
    english`${sentence`A reply could not be delivered to the customer.`} (${`bounced: ${english`The mailbox is full.`} (5.2.2)`})`,
    'Eine Antwort ließ sich nicht zustellen. (bounced: Das Postfach ist voll. (5.2.2))',
  ],
  [
    'a change of a schema, with its place',
    `GET /orders/{id}: ${english`It was ${'string'}, and is ${'integer'}.`}`,
    'GET /orders/{id}: Es war Text und ist ganze Zahl.',
  ],
  [
    'a sentence after a colon',
    english`Mail to this address is stopped: ${sentence`The mailbox is full.`}`,
    'E-Mails an diese Adresse sind angehalten: Das Postfach ist voll.',
  ],
  ['values that look like places', english`The title “${'{0} $1'}” does not say what the document is about.`, ''],
  ['a sentence that is no longer used', 'The moon is too bright tonight.', 'The moon is too bright tonight.'],
  ['foreign text', 'invalid_grant', 'invalid_grant'],
  ['an empty text', '', ''],
];
for (const [name, text, words] of texts)
  test(`stored text is translated to German if it is ours: ${name}`, () => {
    assert.equal(sayIn('en')(kept(text)), text);
    const expected = words || (text && 'Der Titel „{0} $1“ sagt nicht, worum es in dem Dokument geht.');
    assert.equal(inGerman(kept(text)), expected);
  });

test('the search in foreign text within a sentence is limited, and the text stays as it is', () => {
  const [one, other] = ['We ship. '.repeat(40), 'It is red. '.repeat(40)];
  const text = english`Two documents disagree: “${one}” and “${other}”`;
  assert.equal(inGerman(kept(text)), `Zwei Dokumente widersprechen einander: „${one}“ und „${other}“`);
  const endless = `${'a. (b. '.repeat(700)}c`;
  assert.equal(inGerman(kept(endless)), endless);
});
