import type { Contact, Value } from './value.logic.ts';

const step = String.raw`\p{Lu}[\p{L}\p{N}-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}-]*)*`;
const leastDigits = 6;
/** What a number has in common with itself, written with its country or without. */
const localDigits = 6;

/** Addresses, numbers to call, and ways through menus ("Settings > Data > Export"). */
export const contactPatterns: [RegExp, (match: RegExpExecArray) => Value | null][] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, ([address]) => ({ kind: 'mail', at: [address.toLowerCase()] })],
  [/(?<![\p{L}\p{N}])(?:\+|0|1[-. ]?8)[\d()/. -]{4,}\d/gu, ([number]) => phone(number)],
  [new RegExp(String.raw`${step}(?:\s*[>→›»]\s*${step})+`, 'gu'), ([path]) => ({ kind: 'path', at: stepsOf(path) })],
];

function phone(text: string): Contact | null {
  const digits = text.replace(/\D/g, '');
  return digits.length < leastDigits ? null : { kind: 'phone', at: [digits.slice(-localDigits)] };
}

const stepsOf = (path: string): string[] => path.split(/[>→›»]/).map((each) => each.trim().toLowerCase());
