import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemEnglish } from '../../../platform/text/english-stem.logic.ts';
import { inEnglish } from '../../../platform/words/sentence.logic.ts';
import { repetitionsOf } from './repeated.logic.ts';

const kettle =
  'Unplug the kettle and let it cool down. Fill it with water and two spoons of vinegar, wait for an hour, then pour ' +
  'the mixture away. Rinse the kettle with clear water, and boil fresh water once before you make tea again.';
const around =
  'The toaster has a tray for crumbs below its slots. Pull it out once a month and wash it in warm water with some soap.';
const passage = (id: string, title: string, text: string) => ({ id, version: 1, title, text });
const found = (one: ReturnType<typeof passage>, other: ReturnType<typeof passage>) =>
  repetitionsOf([one], [other], stemEnglish).map(({ cause, detail }) => [cause, inEnglish(detail)]);

test('a section that another article repeats is found, in either order', () => {
  const one = passage('a', 'Descaling', kettle);
  const other = passage('b', 'Kitchen care', `${around}\n\n${kettle}`);
  const expected = [['near_duplicate:a:b', 'The same passage is in both documents.']];
  assert.deepEqual(found(one, other), expected);
  assert.deepEqual(found(other, one), expected);
  assert.deepEqual(found(one, passage('c', 'Toasters', around)), []);
});

test('a repetition in other words is found', () => {
  const reworded =
    'Let the kettle cool down after you have unplugged it. Then fill in two spoons of vinegar and water. After an ' +
    'hour the mixture is poured away; rinse with clear water, and boil some fresh water once before making tea.';
  assert.deepEqual(found(passage('a', 'Descaling', kettle), passage('b', 'Lime in the kettle', reworded)), [
    ['near_duplicate:a:b', 'Two passages say the same thing in different words.'],
  ]);
});

test('the standard ending of every article is no repetition', () => {
  const others = ['b', 'c', 'd'].map((id) =>
    passage(id, `Care of ${id}`, `${id.repeat(3)} is cleaned by hand. ${kettle}`),
  );
  assert.deepEqual(repetitionsOf([passage('a', 'Toasters', `${around} ${kettle}`)], others, stemEnglish), []);
  assert.equal(repetitionsOf([passage('a', 'Toasters', kettle)], others.slice(1), stemEnglish).length, 2);
});

test('articles from one template about different things are no repetition', () => {
  const about = (name: string) => passage(name, `Care of the ${name}`, kettle.replaceAll('kettle', name));
  assert.deepEqual(found(about('kettle'), about('samovar')), []);
  const renamed = passage('x', 'Removing lime from the kettle', kettle);
  assert.equal(found(about('kettle'), renamed).length, 1);
});
