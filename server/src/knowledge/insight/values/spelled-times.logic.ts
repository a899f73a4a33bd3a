import { countOf } from './numbers.logic.ts';

const words = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const part = String.raw`(?:o['’]clock|in the (?:morning|afternoon|evening)|at night)`;
const spelled = new RegExp(String.raw`\b(?:half past |quarter past )?(?:(?:${words})|\d{1,2}) ${part}`, 'gi');

/** Times of day that are written in words, in digits: "ten at night" is 22:00, "half past eight in the morning" 8:30. */
export const withTimesInDigits = (sentence: string): string =>
  sentence
    .replace(spelled, inDigits)
    .replace(/\b(at|from|until|till|to|before|by|after) noon\b/gi, '$1 12:00')
    .replace(/\b(until|till|to|before|by) midnight\b/gi, '$1 24:00');

function inDigits(said: string): string {
  const [hour = ''] = new RegExp(`\\b(?:${words})\\b|\\d+`, 'i').exec(said) ?? [];
  const count = /^\d/.test(hour) ? Number(hour) : countOf(undefined, hour);
  const isLate = /afternoon|evening|night/i.test(said) && count < 12;
  return `${isLate ? count + 12 : count}:${minutesPast(said)}`;
}

function minutesPast(said: string): string {
  if (/^half/i.test(said)) return '30';
  return /^quarter/i.test(said) ? '15' : '00';
}
