import { words } from '../ui/i18n/words.ts';
import { de } from './conditions.de.ts';
import { en } from './conditions.en.ts';

/** The contract's fields and comparisons of rules, for every feature that shows a condition. */
export const conditionWords = words('conditions', { en, de });

type Key = keyof typeof en;
const isKey = (key: string): key is Key => Object.hasOwn(en, key);
const textOf = (key: string, written: string): string => (isKey(key) ? conditionWords(key) : written);

/** The name of a field in the reader's language; an unknown field is shown as it is written. */
export const fieldLabel = (name: string): string => textOf(`field_${name.replaceAll('.', '_')}`, name);

export const operatorLabel = (op: string): string => textOf(`op_${op}`, op);
