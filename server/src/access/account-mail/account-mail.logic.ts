import { inOneLine } from '../../platform/text/as-read.logic.ts';
import type { Role } from '@desk/contract/access';
import { sentence, type Say, type Sentence } from '../../platform/words/sentence.logic.ts';

/** The sealed part of a mail that is not sent yet: it may contain a link that opens an account. */
export interface MailContent {
  subject: string;
  text: string;
}

export const resetMail = (say: Say, name: string, link: string): MailContent => ({
  subject: say(sentence`Set a new password`),
  text: letter(say, name, [
    sentence`Somebody, hopefully you, asked for a new password for your account. This link sets one:`,
    link,
    sentence`It works once, within 30 minutes. If it was not you, ignore this mail: your password stays as it is.`,
  ]),
});

export const passwordChangedMail = (say: Say, name: string, forgotLink: string): MailContent => ({
  subject: say(sentence`Your password was changed`),
  text: letter(say, name, [
    sentence`The password of your account was just changed.`,
    sentence`If it was not you, set another one at once; that signs out everybody who uses your account:`,
    forgotLink,
  ]),
});

export interface InvitationLetter {
  inviter: string;
  organization: string;
  role: Role;
  link: string;
}

export const invitationMail = (say: Say, { role, link, ...named }: InvitationLetter): MailContent => {
  // Strangers choose these names, and the mail is sent in our name: a name must not add lines of its own.
  const [inviter, organization] = [inOneLine(named.inviter), inOneLine(named.organization)];
  const invited = sentence`${inviter} invites you to the support desk of ${organization}, as ${roles[role]}.`;
  return {
    subject: say(sentence`${inviter} invites you to ${organization}`),
    text: letter(say, null, [
      sentence`${invited} This link lets you in:`,
      link,
      sentence`It works once, within seven days, and for this e-mail address only.`,
    ]),
  };
};

const roles: Record<Role, Sentence> = {
  member: sentence`a member`,
  workspace_admin: sentence`a workspace admin`,
  org_admin: sentence`an organization admin`,
};

/** A greeting, then the paragraphs; a paragraph that is a string is a link. */
export function letter(say: Say, name: string | null, paragraphs: (Sentence | string)[]): string {
  const greeting = name === null ? sentence`Hello,` : sentence`Hello ${inOneLine(name)},`;
  return `${[greeting, ...paragraphs].map((each) => (typeof each === 'string' ? each : say(each))).join('\n\n')}\n`;
}
