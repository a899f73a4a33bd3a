import assert from 'node:assert/strict';
import { test } from 'node:test';
import { topicOf } from '../findings/topic.logic.ts';
import { stemEnglish } from '../retrieval/english.logic.ts';
import { gapsFor, labelOf, type Asked } from './gaps.logic.ts';

const asked = (id: string, question: string, gapId: string | null = null): Asked => ({
  id,
  gapId,
  stems: topicOf(question, stemEnglish).stems,
});

test('questions that ask the same are one gap, whatever their words around it', () => {
  const fresh = [
    asked('1', 'Do you deliver pianos to Iceland?'),
    asked('2', 'Hi, is it possible to deliver a piano to Iceland?'),
    asked('3', 'Where can I park my horse?'),
    asked('4', 'Can a piano be delivered to Iceland'),
    asked('5', 'Is there anywhere to park horses?'),
  ];
  assert.deepEqual(
    [...gapsFor(fresh, [])],
    [
      ['1', '1'],
      ['2', '1'],
      ['3', '3'],
      ['4', '1'],
      ['5', '3'],
    ],
  );
});

test('words that stand for each other make one gap, and a word in common is not enough', () => {
  const fresh = [
    asked('1', 'Where can I buy cryptocurrency here?'),
    asked('2', 'I would like to purchase bitcoin'),
    asked('3', 'Can I buy a pony here?'),
    asked('4', 'Do you have ponies? I would like to ride one'),
  ];
  assert.deepEqual(
    [...gapsFor(fresh, [])],
    [
      ['1', '1'],
      ['2', '1'],
      ['3', '3'],
      ['4', '4'],
    ],
  );
});

test('a new question takes the gap of a known one, which keeps its id', () => {
  const known = [asked('2', 'Could you deliver a piano to Iceland?', '1')];
  assert.deepEqual([...gapsFor([asked('9', 'Do you deliver pianos to Iceland?')], known)], [['9', '1']]);
});

test('a question without a telling word is a gap of its own', () => {
  assert.deepEqual(
    [...gapsFor([asked('1', 'How is it?'), asked('2', 'What is that?')], [])],
    [
      ['1', '1'],
      ['2', '2'],
    ],
  );
});

const labels: [string[], string][] = [
  [['Hello, I have a piano, and wonder whether you deliver it.', 'Do you deliver pianos?'], 'Do you deliver pianos?'],
  [['Pianos?', 'Do you deliver\n pianos?'], 'Do you deliver pianos?'],
  [['Pianos?'], 'Pianos?'],
];
test('a gap is named by its shortest question', () => {
  for (const [questions, label] of labels) assert.equal(labelOf(questions), label);
});
