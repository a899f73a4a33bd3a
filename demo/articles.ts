import { readdirSync, readFileSync } from 'node:fs';

/** A help article: `name` is its file name without `.md`, `title` its first line. */
export type Article = { name: string; title: string; text: string };

const folder = new URL('./knowledge/', import.meta.url);

export function readArticles(): Article[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.toSorted().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const title = /^# (.+)/.exec(text)?.[1];
    if (!title) throw new Error(`${file} does not begin with a title`);
    return { name: file.replace(/\.md$/, ''), title, text };
  });
}

/** The help centre's sections, each a collection. All other articles are about using the product. */
const sections: Record<string, string[]> = {
  'Orders and delivery': [
    'delivery-times-and-costs',
    'track-a-parcel',
    'cancel-or-change-an-order',
    'change-the-delivery-address',
    'parcel-lost-or-damaged',
    'parcel-marked-delivered-but-missing',
    'payment-methods',
    'discount-codes',
    'business-orders',
  ],
  'Returns and warranty': [
    'return-a-product',
    'refund-for-a-returned-product',
    'refund-for-an-installation-visit',
    'warranty-cover',
    'make-a-warranty-claim',
    'recycle-old-devices',
  ],
  'Plans and billing': [
    'plus-features-and-price',
    'plus-free-trial',
    'cancel-plus',
    'refund-for-plus',
    'switch-between-monthly-and-yearly',
    'care-plan',
    'cancel-care',
    'change-payment-card',
    'failed-payments',
    'invoices-and-vat',
  ],
  'Account and privacy': [
    'sign-in-problems',
    'reset-password',
    'two-step-verification',
    'change-email-address',
    'delete-account',
    'export-data',
  ],
};

export const productSection = 'Set up, use and repair';

export const sectionNames = [...Object.keys(sections), productSection];

export function sectionOf(article: Article): string {
  return Object.keys(sections).find((name) => sections[name]?.includes(article.name)) ?? productSection;
}
