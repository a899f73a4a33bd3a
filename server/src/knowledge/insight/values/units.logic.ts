import { number, numberOf } from './numbers.logic.ts';
import type { Value } from './value.logic.ts';

/** Units of measurement by the unit that they are counted in, so that 1 kg and 1,000 g are the same. */
const units: Record<string, [base: string, times: number]> = {
  kb: ['byte', 1e3],
  mb: ['byte', 1e6],
  gb: ['byte', 1e9],
  tb: ['byte', 1e12],
  g: ['gram', 1],
  kg: ['gram', 1_000],
  mm: ['millimetre', 1],
  cm: ['millimetre', 10],
  m: ['millimetre', 1_000],
  km: ['millimetre', 1_000_000],
  ml: ['millilitre', 1],
  l: ['millilitre', 1_000],
  kwh: ['kwh', 1],
};

/** Sizes, weights, lengths, volumes and temperatures. */
export const unitPatterns: [RegExp, (match: RegExpExecArray) => Value | null][] = [
  [
    new RegExp(String.raw`${number}\s?(?:°\s?[cf]?|degrees?(?: celsius| fahrenheit)?|grad)(?![\p{L}\p{N}])`, 'giu'),
    ([, amount]) => ({ kind: 'amount', unit: 'degree', amount: numberOf(amount) }),
  ],
  [
    new RegExp(String.raw`${number}[ -]?(${Object.keys(units).join('|')})\b`, 'gi'),
    ([, amount, unit = '']) => {
      const [base, times] = units[unit.toLowerCase()] ?? ['', 0];
      // Of 0.1 kg binary fractions make 100.00000000000001 g.
      return { kind: 'amount', unit: base, amount: Number((numberOf(amount) * times).toPrecision(12)) };
    },
  ],
];
