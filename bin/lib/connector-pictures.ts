import type { Browser } from '../../web/test/browser.ts';
import type { Ask } from './lab-pictures.ts';

/** Takes pictures of the demo's shop in the page's colour scheme: its connection, one of its templates, and its log. */
export async function takeConnectorPictures(
  page: Browser['page'],
  { ask, picture }: { ask: Ask; picture: (name: string) => Promise<unknown> },
): Promise<void> {
  const [shop] = (await ask('GET', '/api/connectors')).items;
  const [template] = (await ask('GET', `/api/connectors/${shop.id}/templates`)).items;
  const screens = [
    ['connector', '', page.locator(`input[value="${shop.base_url}"]`)],
    ['connector-template', `/templates/${template.id}`, page.locator(`[value="${template.path}"]`).first()],
    ['connector-log', '/log', page.getByRole('row').nth(1)],
  ] as const;
  for (const [name, path, awaited] of screens) {
    await page.goto(`/connectors/${shop.id}${path}`);
    await awaited.waitFor();
    await picture(name);
  }
}
