import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invalidSettings, defaults, settingsFrom } from './settings.logic.ts';

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
