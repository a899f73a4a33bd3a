import { words } from '../../ui/i18n/words.ts';
import { de } from './account.de.ts';
import { en } from './account.en.ts';

export const accountWords = words('account', { en, de });

type Key = keyof typeof en;

/** Translates a known code; otherwise returns the server's text. */
export function wordsOf(code: string, otherwise: string): string {
  const key = `why_${unreached.has(code) ? 'unreachable' : code}`;
  return isKey(key) ? accountWords(key) : otherwise;
}

/** Administrators see these codes separately; everybody else reads that the system was not reached. */
const unreached: ReadonlySet<string> = new Set([
  'dns_failed',
  'tls_failed',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_of_another_host',
  'blocked',
  'redirect_refused',
]);

const isKey = (key: string): key is Key => Object.hasOwn(en, key);
