import { words } from '../../ui/i18n/words.ts';
import { de as conditionsDe } from './conditions.de.ts';
import { en as conditionsEn } from './conditions.en.ts';
import { de } from './routing.de.ts';
import { en } from './routing.en.ts';

export const routingWords = words('routing', { en, de });
export const conditionWords = words('conditions', { en: conditionsEn, de: conditionsDe });
