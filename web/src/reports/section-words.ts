import { words } from '../ui/i18n/words.ts';

/** Separate from the page's texts: the navigation is loaded with the first page. */
export const reportsSectionWords = words('reports-section', {
  en: { section: 'Reports' },
  de: { section: 'Berichte' },
});
