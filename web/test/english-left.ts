import { german } from '../../server/src/platform/words/german/german.ts';
import type { Browser } from './browser.ts';

/** Enough words not to be somebody's name. */
const sentences = Object.keys(german).filter((each) => !each.includes('{') && each.split(' ').length >= 3);

/** Which sentences of the server stand on a German page in English, also in the tips of what is on it. */
export async function englishLeft({ page }: Browser): Promise<string[]> {
  const shown = await page.evaluate<string>(
    `[document.body.innerText, ...Array.from(document.querySelectorAll('[aria-label], [title]'),
      (each) => each.getAttribute('aria-label') ?? each.getAttribute('title'))].join('\\n').toLowerCase()`,
  );
  return sentences.filter((each) => shown.includes(each.toLowerCase()));
}
