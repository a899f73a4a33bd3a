import { words } from '../../ui/i18n/words.ts';
import { de } from './connectors.de.ts';
import { en } from './connectors.en.ts';

export const connectorWords = words('connectors', { en, de });
