import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiding, order, showing, shown } from './fixtures/hidden-files.ts';
import { passagesOf } from './parse.ts';
import { formats } from './content/shapes.logic.ts';

const read = (format: (typeof formats)[number], bytes: Buffer) =>
  passagesOf(bytes, { format, title: null, fallbackTitle: 'file', language: 'en' });

for (const format of formats) {
  for (const [way, bytes] of Object.entries(hiding[format] ?? {}))
    test(`${format}, ${way}: in no passage, and reported`, async () => {
      const { chunks, hiddenInstructions } = await read(format, bytes);
      const allText = chunks.map(({ text, headingPath }) => [...headingPath, text].join('\n')).join('\n');
      assert.ok(allText.includes(shown), allText);
      assert.doesNotMatch(allText, /Ignore|previous/);
      assert.equal(hiddenInstructions.length, 1);
      assert.ok(hiddenInstructions[0]?.includes(order), hiddenInstructions[0]);
    });
  for (const [way, bytes] of Object.entries(showing[format] ?? {}))
    test(`${format}, shown: ${way}`, async () => {
      const { chunks, hiddenInstructions } = await read(format, bytes);
      const allText = chunks.map(({ text }) => text).join('\n');
      assert.ok(allText.includes(shown) && allText.includes(order), allText);
      assert.deepEqual(hiddenInstructions, []);
    });
}

test('visible text beside hidden text is kept', async () => {
  const kept: [format: (typeof formats)[number], way: string, sentences: string[]][] = [
    ['docx', 'beside words that are shown', ['A towel is free.']],
    ['odt', 'white around what is shown', ['Towels are free.']],
    ['odt', 'an annotation', ['Towels are free.']],
    ['xlsx', 'a white run', ['A bench is free.']],
    ['pdf', 'on a layer that is off, beside words that are shown', ['A sheet is free.']],
    ['pdf', 'not painted, beside words that are shown', ['A towel is free.', 'So is the shower.']],
  ];
  for (const [format, way, sentences] of kept) {
    const { chunks } = await read(format, hiding[format]?.[way] ?? Buffer.alloc(0));
    for (const sentence of sentences)
      assert.ok(
        chunks.some(({ text }) => text.includes(sentence)),
        `${format}: ${way}`,
      );
  }
});
