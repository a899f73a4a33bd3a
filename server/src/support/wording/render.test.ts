import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render, renderText } from './render.ts';
import { readWording } from './wording.logic.ts';

test('a link without a scheme is not a link', () => {
  for (const target of ['//evil.test/x', '/\\evil.test', '/help', 'help', 'JavaScript:alert(1)', '?q=1', '#here']) {
    const markdown = `See [the page](${target}) now.`;
    assert.doesNotMatch(render(markdown).html, /href|<a/, target);
    assert.match(render(markdown).html, /the page/);
    assert.equal(renderText(markdown), 'See the page now.');
  }
  assert.match(render('[page](https://help.test/a)').html, /<a href="https:\/\/help\.test\/a">page<\/a>/);
  assert.match(render('[mail](mailto:a@b.test)').html, /href="mailto:a@b\.test"/);
});

test('a table becomes lines where columns are not shown', () => {
  assert.equal(
    renderText('| Heating | Works? |\n|---|---|\n| Gas boiler | yes |\n| **Heat pump** | yes, without cooling |'),
    'Heating: Works?\n- Gas boiler: yes\n- Heat pump: yes, without cooling',
  );
  assert.equal(
    renderText('| Plan | Price | Users |\n|---|---|---|\n| Basic | €5 | 3 |\n| Plus | €9 | |'),
    '- Basic: Price €5; Users 3\n- Plus: Price €9',
  );
  assert.equal(renderText('| | |\n|---|---|\n| Mon | 9–17 |\n| Sun | |'), '- Mon: 9–17\n- Sun');
  assert.match(render('| Plan | Price |\n|---|---|\n| Basic | €5 |').html, /<td>€5<\/td>/);
});

const heard = (text: string) =>
  readWording({ unanswerable: false, sentences: [{ text, citations: [1], step: false }] })?.sentences[0]?.text;

test('invisible characters are removed, and joiners stay where they shape letters', () => {
  const hidden = [
    '\u200b',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u{e0041}',
    '\u{e0100}',
    '\u0007',
    '\u200d',
    '\u2063',
  ];
  assert.equal(heard(`Pay${hidden.join('')}ment is due.`), 'Payment is due.');
  assert.equal(heard('می\u200cخواهم'), 'می\u200cخواهم');
  assert.equal(heard('👩\u200d💻 helps'), '👩\u200d💻 helps');
});
