import { words } from '../../ui/i18n/words.ts';

/** Separate from the pages' texts: the navigation is loaded with the first page. */
export const connectorSectionWords = words('connectors-section', {
  en: { section: 'Connectors' },
  de: { section: 'Konnektoren' },
});
