import assert from 'node:assert/strict';
import { test } from 'node:test';
import { topicOf } from '../../search/text/topic.logic.ts';
import { stemEnglish } from '../../../platform/text/english-stem.logic.ts';
import { groupingOf, labelOf, type GapQuestion } from './gaps.logic.ts';

const asked = (id: string, question: string, gapId: string | null = null, meaning?: number): GapQuestion => ({
  id,
  gapId,
  stems: topicOf(question, stemEnglish).stems,
  // The meaning is an angle: the nearer the angles, the nearer the questions.
  vector: meaning === undefined ? null : Float32Array.of(Math.cos(meaning), Math.sin(meaning)),
});
const gapsOf = (fresh: readonly GapQuestion[], known: readonly GapQuestion[] = []) =>
  Object.fromEntries(groupingOf(fresh, known).gaps);

test('questions that ask the same are one gap, whatever the words around them', () => {
  const fresh = [
    asked('1', 'Do you deliver pianos to Iceland?'),
    asked('2', 'Hi, is it possible to deliver a piano to Iceland?'),
    asked('3', 'Where can I park my horse?'),
    asked('4', 'Can a piano be delivered to Iceland'),
    asked('5', 'Is there anywhere to park horses?'),
  ];
  assert.deepEqual(gapsOf(fresh), { 1: '1', 2: '1', 3: '3', 4: '1', 5: '3' });
});

test('related words make one gap, and one common word among many does not', () => {
  const fresh = [
    asked('1', 'Where can I buy cryptocurrency here?'),
    asked('2', 'I would like to purchase bitcoin'),
    asked('3', 'Do ponies learn to ride bicycles at your school?'),
    asked('4', 'Which shampoo do you recommend for ponies with long manes?'),
  ];
  assert.deepEqual(gapsOf(fresh), { 1: '1', 2: '1', 3: '3', 4: '4' });
});

test('questions with the same meaning in other words are one gap, and a common word alone does not make one', () => {
  const fresh = [
    asked('1', 'Are your capsules compostable?', null, 0),
    asked('2', 'Can I throw them into the organic waste?', null, 0.3),
    asked('3', 'Do you repair organs?', null, 4),
    asked('4', 'Which capsules fit my machine, the small one from Italy?', null, 1.6),
  ];
  assert.deepEqual(gapsOf(fresh), { 1: '1', 2: '1', 3: '3', 4: '4' });
});

test('a chain of neighbours does not become one gap', () => {
  const chain = [0, 0.8, 1.6, 2.4].map((meaning, at) => asked(String(at + 1), '', null, meaning));
  assert.deepEqual(gapsOf(chain), { 1: '1', 2: '1', 3: '3', 4: '3' });
});

test('a new question takes the gap of a known one, which keeps its id', () => {
  const known = [asked('2', 'Could you deliver a piano to Iceland?', '1')];
  assert.deepEqual(gapsOf([asked('9', 'Do you deliver pianos to Iceland?')], known), { 9: '1' });
});

test('a question between two gaps joins them, and the older id is kept', () => {
  const known = [asked('4', 'Shipping a piano', '4'), asked('5', 'Parcels bound for Iceland, shipping', '5')];
  const { gaps, joined } = groupingOf([asked('9', 'Shipping a piano in parcels to Iceland')], known);
  assert.deepEqual([[...gaps], joined], [[['9', '4']], [{ from: '5', into: '4' }]]);
});

test('a question without a meaningful word is a gap of its own', () => {
  assert.deepEqual(gapsOf([asked('1', 'How is it?'), asked('2', 'What is that?')]), { 1: '1', 2: '2' });
});

const labels: [string[], string][] = [
  [
    [
      'Hello, I have a piano, and wonder whether you deliver it.',
      'Hi there,\n\nDo you deliver pianos?\n\nBest regards,\nAnna',
    ],
    'Do you deliver pianos?',
  ],
  [['Pianos?', 'Do you deliver\n pianos?'], 'Do you deliver pianos?'],
  [['Pianos?'], 'Pianos?'],
];
test('the shortest question of a gap is its label', () => {
  for (const [questions, label] of labels) assert.equal(labelOf(questions), label);
});
