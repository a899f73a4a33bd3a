import { words } from '../../ui/i18n/words.ts';
import { de } from '../words/organization.de.ts';
import { en } from '../words/organization.en.ts';

export const organizationWords = words('organization', { en, de });
