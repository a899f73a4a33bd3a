import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Of what axe looks at, only contrast depends on the scheme.
const rules = {
  light: "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }",
  dark: "{ runOnly: { type: 'rule', values: ['color-contrast'] } }",
};

// Two frames: a transition is none before the first one has been drawn.
const settled = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => null)))).then(() => true)`;

const views = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
].flatMap((size) => (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })));

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
    const report = await page.evaluate<{ violations: any[] }>(`axe.run(${whole}, ${rules[colorScheme]})`);
    const where = `${new URL(page.url()).pathname} ${colorScheme} ${size.width}`;
    for (const { id, nodes } of report.violations) {
      if (passed.includes(id)) continue;
      found.push(`${where} ${id}: ${nodes.length} times, first ${nodes[0].html} ${nodes[0].failureSummary}`);
    }
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (over > 0) found.push(`${where} is ${over} px too wide`);
  }
  return found;
}
