import { words } from '../../ui/i18n/words.ts';
import { de } from './account.de.ts';
import { en } from './account.en.ts';

export const accountWords = words('account', { en, de });

type Key = keyof typeof en;

/** In the reader's language where we know the code; otherwise as the server says it. */
export function wordsOf(code: string, otherwise: string): string {
  const key = `why_${unreached.has(code) ? 'unreachable' : code}`;
  return isKey(key) ? accountWords(key) : otherwise;
}

/** To an administrator these differ. */
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
