import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Of what axe looks at, only contrast depends on the scheme.
const rules = {
  light: "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']",
  dark: "{ type: 'rule', values: ['color-contrast'] }",
};
// To carry the whole report out of the page takes longer than to make it.
const report = (within: string, runOnly: string) => `axe
  .run(${within}, { runOnly: ${runOnly}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes: [{ html, failureSummary }, ...more] }) =>
    ({ id, times: more.length + 1, first: html, why: failureSummary })))`;

interface Violation {
  id: string;
  times: number;
  first: string;
  why: string;
}

// A transition begins with the next frame, and may begin another one when it ends. To wait for them took a third of the time.
// An animation ends with a frame that is drawn; on a page whose clock is set, requestAnimationFrame waits for that clock instead.
const settled = `(async () => {
  const frame = () => document.documentElement.animate(null, { duration: 1 }).finished;
  const moving = () => document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
  await frame();
  do {
    for (const each of moving()) each.finish();
    await frame();
  } while (moving().length > 0);
})()`;

const [wide, narrow] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
// In this order the page is laid out and coloured anew once each: that costs as much as to look at it.
const views = [
  { size: wide, colorScheme: 'light' },
  { size: wide, colorScheme: 'dark' },
  { size: narrow, colorScheme: 'dark' },
  { size: narrow, colorScheme: 'light' },
] as const;

interface Looked {
  /** Rules that stand aside. */
  passed?: readonly string[];
  /** A selector: the part of the page that is looked at. */
  within?: string;
}

/** Each kind of violation in both schemes and at both widths, in words that lead to the element; also a page that is too wide. */
export async function violations(page: Page, { passed = [], within }: Looked = {}): Promise<string[]> {
  const found: string[] = [];
  for (const { size, colorScheme } of views) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours that are still changing are nobody's colours.
    await page.evaluate(settled);
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
    const whole = within ? JSON.stringify(within) : 'document';
    const reported = await page.evaluate<Violation[]>(report(whole, rules[colorScheme]));
    const where = `${new URL(page.url()).pathname} ${colorScheme} ${size.width}`;
    for (const { id, times, first, why } of reported) {
      if (!passed.includes(id)) found.push(`${where} ${id}: ${times} times, first ${first} ${why}`);
    }
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) found.push(`${where} is ${over} px too wide`);
  }
  return found;
}
