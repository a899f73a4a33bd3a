import { words } from '../../ui/i18n/words.ts';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';

export const webhookWords = words('webhooks', { en, de });
