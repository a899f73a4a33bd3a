import type { Browser } from '../../web/test/browser.ts';
import type { Ask } from './lab-pictures.ts';

/** Pictures of the demo's shop, in the scheme of the page: its connection, a template of it, and what was asked. */
export async function takeConnectorPictures(
  page: Browser['page'],
  { ask, picture }: { ask: Ask; picture: (name: string) => Promise<unknown> },
): Promise<void> {
  const [shop] = (await ask('GET', '/api/connectors')).items;
  const [template] = (await ask('GET', `/api/connectors/${shop.id}/templates`)).items;
  const screens = [
    ['connector', ''],
    ['connector-template', `/templates/${template.id}`],
    ['connector-log', '/log'],
  ] as const;
  for (const [name, path] of screens) {
    await page.goto(`/connectors/${shop.id}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    await picture(name);
  }
}
