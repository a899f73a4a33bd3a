import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownNumber } from './cell-format.ts';
import { formatCode } from './cell-styles.logic.ts';

test('a number is shown as its cell shows it', () => {
  const cases: [value: number, code: string, shown: string][] = [
    [0.1 + 0.2, 'General', '0.3'],
    [4_006_381_333_931, 'General', '4006381333931'],
    [1234.5, '#,##0.00', '1,234.50'],
    [1234.5, '0', '1235'],
    [7, '000', '007'],
    [0.075, '0.0%', '7.5%'],
    [-5, '#,##0.00;[Red]-#,##0.00', '-5.00'],
    [-5, '"€"#,##0.00_);("€"#,##0.00)', '(€5.00)'],
    [0, '0.00;-0.00;"free"', 'free'],
    [19.9, '[$€-407] #,##0.00', '€ 19.90'],
    [5, '0 "days"', '5 days'],
    [2_500_000, '0.0,,"M"', '2.5M'],
    [0.5, '# ?/?', '0.5'],
    [12_345, '0.00E+00', '12345'],
    [3, '@', '3'],
    [3, ';;;', ''],
    [0, '0.00;-0.00;;@', ''],
    [-2, '0;', ''],
    [5, '"a;b" 0;0', 'a;b 5'],
    [2_125_551_234, '(000) 000-0000', '(212) 555-1234'],
    [5_551_234, '[<=9999999]###-####;(###) ###-####', '555-1234'],
    [250, '[>100]"many";0', 'many'],
    [5, '0 Stück', '5'],
  ];
  for (const [value, code, shown] of cases) assert.equal(shownNumber(value, code, false), shown, code);
});

test('a date is shown as its cell shows it, in either calendar', () => {
  const cases: [value: number, code: string, shown: string][] = [
    [45_000, formatCode(14, new Map()), '2023-03-15'],
    [45_000, 'dd.mm.yyyy', '15.03.2023'],
    [45_000, 'dddd, d mmmm yy', 'Wednesday, 15 March 23'],
    [45_000.5, formatCode(22, new Map()), '2023-03-15 12:00'],
    [0.770_833_333, 'h:mm AM/PM', '6:30 PM'],
    [0.770_833_333, 'hh:mm:ss', '18:30:00'],
    [1.5, '[h]:mm', '36:00'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [45_000, '[$-F800]dddd\\, mmmm dd\\, yyyy', 'Wednesday, March 15, 2023'],
    [45_000, '[$-407]d. mmmm yyyy', '15. März 2023'],
  ];
  for (const [value, code, shown] of cases) assert.equal(shownNumber(value, code, false), shown, code);
  assert.equal(shownNumber(43_538, 'yyyy-mm-dd', true), '2023-03-15');
  assert.equal(shownNumber(0.75, 'hh:mm', true), '18:00');
});
