import type { ConnectorCall, ConnectorFailureCode } from '@desk/contract/connector-calls';
import type { Check } from '@desk/contract/connectors';
import { words } from '../../ui/i18n/words.ts';
import { de } from './checks.de.ts';
import { en } from './checks.en.ts';

const checkWords = words('checks', { en, de });

type Key = keyof typeof en;
const isKey = (key: string): key is Key => Object.hasOwn(en, key);

/** In the reader's language where we know the reason; otherwise as the server says it. */
function said(kind: 'found' | 'remedy', { reason, about = '' }: Check, written: string): string {
  const key = `${kind}_${reason}`;
  return isKey(key) ? checkWords(key, { about, n: Number(about) }) : written;
}

export const foundSentence = (check: Check): string => said('found', check, check.detail);

/** What to do about it; null where there is nothing to do. */
export const remedySentence = (check: Check): string | null =>
  check.remedy === null ? null : said('remedy', check, check.remedy);

/** Why a request failed, for a closed set of codes: the compiler asks for words for each. */
export function failureSentence(code: ConnectorFailureCode, { status, template }: ConnectorCall): string {
  const key: `found_${ConnectorFailureCode}` = `found_${code}`;
  return checkWords(key, { about: status ?? template?.name });
}
