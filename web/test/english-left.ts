import { german } from '../../server/src/platform/words/german/german.ts';
import type { Browser } from './browser.ts';

/** Sentences with enough words that they cannot be a name. */
const sentences = Object.keys(german).filter((each) => !each.includes('{') && each.split(' ').length >= 3);

/** The server's English sentences that a German page still shows, including tooltips. */
export async function englishLeft({ page }: Browser): Promise<string[]> {
  const shown = await page.evaluate<string>(
    `[document.body.innerText, ...Array.from(document.querySelectorAll('[aria-label], [title]'),
      (each) => each.getAttribute('aria-label') ?? each.getAttribute('title'))].join('\\n').toLowerCase()`,
  );
  return sentences.filter((each) => shown.includes(each.toLowerCase()));
}
