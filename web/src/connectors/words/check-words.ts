import type { ConnectorCall, ConnectorFailureCode } from '@desk/contract/connector-calls';
import type { Check } from '@desk/contract/connectors';
import { words } from '../../ui/i18n/words.ts';
import { de } from './checks.de.ts';
import { en } from './checks.en.ts';

const checkWords = words('checks', { en, de });

type Key = keyof typeof en;
const isKey = (key: string): key is Key => Object.hasOwn(en, key);

/** Translates a known reason; otherwise returns the server's text. */
function translate(kind: 'found' | 'remedy', { reason, about = '' }: Check, written: string): string {
  const key = `${kind}_${reason}`;
  return isKey(key) ? checkWords(key, { about, n: Number(about) }) : written;
}

export const foundSentence = (check: Check): string => translate('found', check, check.detail);

/** The remedy; null if there is nothing to do. */
export const remedySentence = (check: Check): string | null =>
  check.remedy === null ? null : translate('remedy', check, check.remedy);

/** The reason of a failed request. The codes are a closed set, so the compiler requires a text for each. */
export function failureSentence(code: ConnectorFailureCode, { status, template }: ConnectorCall): string {
  const key: `found_${ConnectorFailureCode}` = `found_${code}`;
  return checkWords(key, { about: status ?? template?.name });
}
