import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSignals } from '../../src/support/signals/signals.logic.ts';
import { readAllSets } from '../corpora/sets.ts';

test(
  'of the requests of the held-out help centres that only a person may handle at least 22 are seen, with four false ' +
    'alarms at most',
  () => {
    const cases = readAllSets([join(import.meta.dirname, '../bases/held-out')]).flatMap((set) => set.cases);
    const seen = (label: string) => {
      const some = cases.filter((each) => each.label === label).map(({ text }) => readSignals(text, { history: [] }));
      return [some.length, some.filter(({ asksForHuman, humanOnly }) => asksForHuman || humanOnly).length] as const;
    };
    const [[requests, right], [questions, wrong]] = [seen('human_only'), seen('answerable')];
    assert.deepEqual([requests, questions], [28, 201]);
    assert.ok(right >= 22 && wrong <= 4, `${right} seen, ${wrong} false alarms`);
  },
);
