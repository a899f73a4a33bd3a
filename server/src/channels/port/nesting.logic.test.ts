import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tamed } from './nesting.logic.ts';

test('HTML that people and programs write stays as it is', () => {
  const rows = '<tr><td>one<td>two<br>'.repeat(3_000);
  for (const html of ['', '1 < 2', '<p>a</p>', `<table>${rows}</table>`, '<div>'.repeat(500)])
    assert.equal(tamed(html), html);
});

test('HTML that is nested too deeply keeps its text and loses its depth', () => {
  const html = tamed(`first${'<b>x'.repeat(50_000)}${'</b>'.repeat(50_000)}<i>last</i>`);
  assert.equal(html.split('<b>').length, 2_001);
  assert.equal(html.split('</b>').length, 2_001);
  assert.equal(html.split('x').length, 50_001);
  assert.ok(html.startsWith('first<b>x') && html.endsWith('</b><i>last</i>'), 'what comes after it is marked up again');
});

test('many tags side by side are not deep', () => {
  const html = '<div><br>x</div>'.repeat(10_000);
  assert.equal(tamed(html), html);
});

test('an unclosed drawing hides no text, and a closed one is left unchanged', () => {
  assert.equal(tamed('<p>a</p><svg/onload=x> b <p>c</p>'), '<p>a</p><span/onload=x> b <p>c</p>');
  assert.equal(tamed('a<SVG><path></SVG>b<math>c'), 'a<SVG><path></SVG>b<span>c');
  assert.ok(tamed('<object>'.repeat(50_000)).startsWith('<span><span>'));
});
