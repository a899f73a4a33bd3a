import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf, nameOfPress } from './keys.logic.ts';

const press = (key: string, held: Partial<Record<'ctrl' | 'meta' | 'alt', true>> = {}) =>
  nameOfPress({ key, ctrl: false, meta: false, alt: false, ...held });

test('a key press is named by its character, and Ctrl and Cmd are the same', () => {
  assert.equal(press('j'), 'j');
  assert.equal(press('?'), '?');
  assert.equal(press('k', { meta: true }), 'ctrl+k');
  assert.equal(press('Enter', { ctrl: true }), 'ctrl+enter');
  assert.equal(press('ArrowDown'), 'down');
  assert.equal(press('q', { alt: true }), null);
});

test('a prefix waits for the next key, and only a complete sequence runs a command', () => {
  const known = ['g i', 'g k', 'j', '?'];
  assert.deepEqual(meaningOf(['g'], known), { match: null, waits: true });
  assert.deepEqual(meaningOf(['g', 'i'], known), { match: 'g i', waits: false });
  assert.deepEqual(meaningOf(['j'], known), { match: 'j', waits: false });
  assert.deepEqual(meaningOf(['g', 'x'], known), { match: null, waits: false });
});
