import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invalidSettings, defaults, patched, settingsFrom } from './settings.logic.ts';

describe('a merge patch', () => {
  const cases = [
    ['sets the named members', {}, { max_ai_turns: 3 }, { max_ai_turns: 3 }],
    [
      'leaves the other members',
      { timezone: 'Asia/Tokyo' },
      { max_ai_turns: 3 },
      { timezone: 'Asia/Tokyo', max_ai_turns: 3 },
    ],
    [
      'reaches into objects',
      { thresholds: { answer: 0.9 } },
      { thresholds: { clarify: 0.5 } },
      { thresholds: { answer: 0.9, clarify: 0.5 } },
    ],
    ['replaces lists', { holidays: ['2026-12-25'] }, { holidays: ['2027-01-01'] }, { holidays: ['2027-01-01'] }],
    [
      'forgets what is null',
      { max_ai_turns: 3, timezone: 'Asia/Tokyo' },
      { max_ai_turns: null },
      { timezone: 'Asia/Tokyo' },
    ],
    [
      'removes members of objects',
      { thresholds: { answer: 0.9 } },
      { thresholds: { answer: null } },
      { thresholds: {} },
    ],
    ['removes whole objects', { thresholds: { answer: 0.9 } }, { thresholds: null }, {}],
    ['changes nothing when empty', { max_ai_turns: 3 }, {}, { max_ai_turns: 3 }],
  ] as const;
  for (const [name, doc, patch, expected] of cases) {
    test(name, () => assert.deepEqual(patched(structuredClone(doc) as never, patch as never), expected));
  }
});

test('unset members have their defaults, also next to set ones', () => {
  const settings = settingsFrom({ doc: { thresholds: { answer: 0.9 } }, version: 4 });
  assert.deepEqual(settings, { ...defaults, thresholds: { answer: 0.9, clarify: 0.45 }, version: 4 });
  assert.deepEqual(settingsFrom({ doc: {}, version: 1 }), { ...defaults, version: 1 });
});

describe('complaints', () => {
  const night = { days: [1], from: '09:00', to: '09:00' };
  const cases = [
    ['none about the defaults', {}, []],
    ['clarifying above answering', { thresholds: { answer: 0.4, clarify: 0.5 } }, ['/thresholds/clarify']],
    ['none about equal thresholds', { thresholds: { answer: 0.5, clarify: 0.5 } }, []],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, ['/timezone']],
    ['an offset for a time zone', { timezone: '+02:00' }, ['/timezone']],
    ['none about a time zone', { timezone: 'America/Argentina/Buenos_Aires' }, []],
    [
      'hours that end when they begin',
      { business_hours: [{ ...night, to: '10:00' }, night] },
      ['/business_hours/1/to'],
    ],
    [
      'everything at once',
      { timezone: 'x', thresholds: { answer: 0, clarify: 1 } },
      ['/thresholds/clarify', '/timezone'],
    ],
  ] as const;
  for (const [name, change, paths] of cases) {
    test(name, () => {
      const complaints = invalidSettings({ ...defaults, ...structuredClone(change) } as typeof defaults);
      assert.deepEqual(
        complaints.map((complaint) => complaint.path),
        paths,
      );
    });
  }
});
