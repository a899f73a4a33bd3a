import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }";

// Two frames: a transition is none before the first one has been drawn.
const settled = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => null)))).then(() => true)`;

/** Each kind of violation in both schemes and at both widths, in words that lead to the element. */
export async function violations(page: Page, passed: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours that are still changing are nobody's colours.
      await page.evaluate(settled);
      await page.evaluate(axe);
      const report = await page.evaluate<{ violations: any[] }>(`axe.run(document, ${rules})`);
      const where = `${new URL(page.url()).pathname} ${colorScheme} ${width}`;
      for (const { id, nodes } of report.violations) {
        if (passed.includes(id)) continue;
        found.push(`${where} ${id}: ${nodes.length} times, first ${nodes[0].html} ${nodes[0].failureSummary}`);
      }
    }
  }
  return found;
}
