/** The form in which addresses are compared: the same for every spelling of one address. */
export const addressKey = (email: string): string => email.normalize('NFC').toLowerCase();

/** `ada.birch+desk@…` → "Ada Birch". */
export function nameFromAddress(email: string): string {
  const local = (email.split('@')[0] ?? '').split('+')[0] ?? '';
  return titled(local.split(/[._-]+/)) || email;
}

/** `…@birch-and-sons.example` → "Birch And Sons"; an address at a mailbox provider gives no organization name. */
export function organizationNameFromAddress(email: string): string {
  const domain = (email.split('@')[1] ?? '').toLowerCase();
  if (mailboxProviders.has(domain)) return `${nameFromAddress(email)}’s organization`;
  const labels = domain.split('.').slice(0, -1);
  return titled((labels.findLast((label) => label.length > 3) ?? labels[0] ?? domain).split('-'));
}

/** A URL-safe name of 2 to 50 characters, made of the ASCII characters of `name`. */
export function slugFrom(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = ascii
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return slug.length < 2 ? 'desk' : slug;
}

const titled = (words: string[]) =>
  words
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const mailboxProviders = new Set([
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'orange.fr',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'web.de',
  'yahoo.com',
  'yandex.ru',
  '163.com',
]);
