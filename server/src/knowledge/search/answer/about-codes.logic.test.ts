import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chunksOf } from '../../library/parsing/chunking/chunking.logic.ts';
import { parseMarkdown } from '../../library/parsing/text/markdown.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';
import { answerFrom, createIndex, rerankDepth, rerankWithTexts, search } from '../engine/index.ts';

const folder = new URL('../../../../../demo/knowledge/', import.meta.url);
const index = createIndex();
const texts = new Map<string, Passage>();
for (const name of readdirSync(folder)) {
  const markdown = readFileSync(new URL(name, folder), 'utf8');
  const { blocks } = parseMarkdown(markdown);
  const title = /^# (.+)/.exec(markdown)?.[1] ?? name;
  const passages = chunksOf(blocks, { title, language: 'en' }).map(({ headingPath, text }, at): Passage => {
    return { id: `${name}#${at}`, title, headingPath, text };
  });
  index.addSegment(buildSegment({ documentId: name, version: 1, language: 'en', passages }));
  for (const passage of passages) texts.set(passage.id, passage);
}

/** The heading of the section found, the confidence in it, and the whole answer. */
function asked(question: string) {
  const found = search(index, { text: question, limit: 50 });
  const first = found.ranked.slice(0, rerankDepth).flatMap(({ passageId }) => texts.get(passageId) ?? []);
  const reranked = rerankWithTexts(index, found, first);
  const passages = reranked.ranked.slice(0, 5).flatMap(({ passageId }) => texts.get(passageId) ?? []);
  const answer = answerFrom(index, reranked, { passages });
  return {
    heading: passages[0]?.headingPath.at(-1),
    confidence: answer.confidence,
    text: answer.kind === 'draft' ? answer.text : '',
  };
}

for (const [question, heading] of [
  ['what does E3 mean?', 'E3'],
  ['E4 on display', 'E4'],
  ['Display: E8. Help please', 'E8'],
  ['how do i fix E4', 'E4'],
])
  test(`"${question}" is answered from the section under that code`, () => {
    const { confidence, text, ...found } = asked(question ?? '');
    assert.equal(found.heading, heading);
    assert.ok(confidence.value >= 0.7, `${confidence.value}`);
    assert.deepEqual([confidence.band, confidence.formula.endsWith('+code-1')], ['high', true]);
    assert.notEqual(text, '');
  });

for (const question of [
  'does E3 void my warranty?',
  'can I get a refund because of E4 errors',
  'do you sell the model E5',
  'my valve is showing E9',
])
  test(`"${question}" asks for more than what the code means, and gets no answer`, () =>
    assert.ok(asked(question).confidence.value < 0.45));
