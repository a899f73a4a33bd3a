import { words } from '../../ui/i18n/words.ts';
import { de } from './customers.de.ts';
import { en } from './customers.en.ts';

export const customerWords = words('customers', { en, de });
