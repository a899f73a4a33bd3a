import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemEnglish } from '../../../platform/text/english-stem.logic.ts';
import { stemFor } from '../../../platform/text/stem.ts';
import { tokensOf } from '../../../platform/text/tokens.logic.ts';
import { englishWords, isFamiliar, relatedStems, relatedWordsOf } from './related-words.logic.ts';

const related = (text: string, at: number) => [...relatedStems(englishWords, tokensOf(text, stemEnglish), at)];

test('a word has related words, by their stems', () => {
  assert.ok(related('is there a guarantee', 3).includes('warranti'));
  assert.ok(!related('is there a guarantee', 3).includes('guarante'));
});

test('the two words of a phrase may be apart, but not far', () => {
  assert.ok(related('can I send both of them back', 2).includes('return'));
  assert.ok(!related('I send one tonight and then I go home and come back', 1).includes('return'));
});

test('a word in no family has no related words', () => {
  assert.deepEqual(related('my zeppelin', 1), []);
  assert.equal(isFamiliar(englishWords, 'zeppelin'), false);
  assert.equal(isFamiliar(englishWords, 'refund'), true);
});

test('the languages of Europe with a list have their own families, and others none', () => {
  const relatedIn = (language: string, text: string, at: number) => {
    const stem = stemFor(language);
    return [...relatedStems(relatedWordsOf(language, stem), tokensOf(text, stem), at)];
  };
  for (const [language, text, at, other] of [
    ['de-AT', 'wie schicke ich das zurück', 1, 'Rücksendung'],
    ['de', 'ist die lampe kaputt', 3, 'defekt'],
    ['fr', 'je veux résilier', 2, 'annuler'],
    ['es', 'quiero un reembolso', 2, 'reintegro'],
    ['it', 'vorrei un rimborso', 2, 'accredito'],
    ['nl', 'ik wil opzeggen', 2, 'annuleren'],
    ['pt', 'quero cancelar', 1, 'anular'],
  ] as const) {
    const [stem] = tokensOf(other, stemFor(language));
    assert.ok(relatedIn(language, text, at).includes(stem?.stem ?? ''), `${language}: ${text}`);
  }
  assert.deepEqual(relatedIn('sv', 'jag vill returnera', 2), []);
});

test('German without umlauts and ß has the stems of German with them', () => {
  const stems = (text: string) => tokensOf(text, stemFor('de')).map(({ stem }) => stem);
  assert.deepEqual(
    stems('Groesse Strasse zuruecksetzen aktuelle Dauer'),
    stems('Größe Straße zurücksetzen aktuelle Dauer'),
  );
  assert.notDeepEqual(stems('neue'), stems('nü'));
});
