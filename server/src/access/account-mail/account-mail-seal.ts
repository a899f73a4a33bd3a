import type { Desk } from '../../platform/desk.ts';
import { declareSealed } from '../../platform/secrets/sealed-columns.ts';
import type { MailContent } from './account-mail.logic.ts';

declareSealed({ table: 'account_mail', row: 'id', columns: ['content_sealed'], of: 'installation' });

// Account mail belongs to no organization, so `organizationId` is empty.
const place = (id: string) => ({ table: 'account_mail', row: id, organizationId: '', field: 'content_sealed' });

/** Seals the mail: without the key, a reader of the database finds no link that opens an account. */
export const sealContent = (desk: Desk, id: string, { subject, text }: MailContent): string =>
  desk.secrets.seal(`${subject}\n${text}`, place(id));

export function openContent(desk: Desk, id: string, sealed: string): MailContent {
  const [subject = '', ...lines] = desk.secrets.open(sealed, place(id)).split('\n');
  return { subject, text: lines.join('\n') };
}
