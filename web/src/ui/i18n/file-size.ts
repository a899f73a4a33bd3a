import { number } from './format.ts';

/** “4 bytes”, “12 kB”, “3.4 MB”. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return number(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  if (bytes < 1_000_000) return number(bytes / 1_000, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return number(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
}
