import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isOfAbsence } from './absence.logic.ts';

// Written apart from the examples, in 14 languages.
const held: Record<'absence' | 'other', Record<string, string[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'held-out-absence.json'), 'utf8'),
);

test('of 86 subjects of automatic replies in 14 languages, at least 78 are recognised', () => {
  const written = Object.values(held.absence).flat();
  const found = written.filter(isOfAbsence);
  assert.deepEqual([written.length, found.length >= 78], [86, true], String(found.length));
});

test('of 105 subjects that look alike, at most four are taken for that of an automatic reply', () => {
  const written = Object.values(held.other).flat();
  const alarms = written.filter(isOfAbsence);
  assert.deepEqual([written.length, alarms.length <= 4], [105, true], alarms.join('\n'));
});

test('an automatic reply is recognised by the words before our subject', () => {
  const theirs = [
    'Automatic reply',
    'Out of Office',
    'Automatische Antwort',
    'Abwesenheitsnotiz',
    'Réponse automatique',
  ];
  const more = ['Respuesta automática', 'Risposta automatica', 'Automatisch antwoord', 'Resposta automática'];
  const others = ['Automatyczna odpowiedź', 'Automatiskt svar', 'Automatisk svar', 'Automaattinen vastaus', '自動応答'];
  for (const program of [...theirs, ...more, ...others, 'Automatická odpověď'])
    for (const ours of ['', ': Your invoice', ' : Re: [4711] Wie wechsle ich den Tarif?'])
      assert.equal(isOfAbsence(`${program}${ours}`), true, `${program}${ours}`);
});

test('a reply to an automatic reply, and an empty subject, are not', () => {
  for (const subject of [
    'Re: Automatic reply: Your invoice',
    'AW: Abwesenheitsnotiz',
    'SV: Automatiskt svar',
    '',
    ': ',
  ])
    assert.equal(isOfAbsence(subject), false, subject);
});
