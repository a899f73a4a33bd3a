import type { Role } from '@desk/contract/access';

/** What is sealed until the mail has left: it may hold a link that opens an account. */
export interface MailContent {
  subject: string;
  text: string;
}

export const resetMail = (name: string, link: string): MailContent => ({
  subject: 'Set a new password',
  text: letter(name, [
    'Somebody, hopefully you, asked for a new password for your account. This link sets one:',
    link,
    'It works once, within 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
  ]),
});

export const passwordChangedMail = (name: string, forgotLink: string): MailContent => ({
  subject: 'Your password was changed',
  text: letter(name, [
    'The password of your account was just changed.',
    'If it was not you, set another one at once; that signs out everybody who uses your account:',
    forgotLink,
  ]),
});

export interface InvitationLetter {
  inviter: string;
  organization: string;
  role: Role;
  link: string;
}

export const invitationMail = ({ inviter, organization, role, link }: InvitationLetter): MailContent => ({
  subject: `${oneLine(inviter)} invites you to ${oneLine(organization)}`,
  text: letter(null, [
    `${oneLine(inviter)} invites you to the support desk of ${oneLine(organization)}, as ${inWords[role]}. This link lets you in:`,
    link,
    'It works once, within seven days, and for this e-mail address only.',
  ]),
});

const inWords: Record<Role, string> = {
  member: 'a member',
  workspace_admin: 'a workspace admin',
  org_admin: 'an organization admin',
};

// Names are chosen by people we do not know, and the mail is in our name: no lines of their own.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Its paragraphs, after a greeting. */
export const letter = (name: string | null, paragraphs: string[]): string =>
  `${[name === null ? 'Hello,' : `Hello ${oneLine(name)},`, ...paragraphs].join('\n\n')}\n`;
