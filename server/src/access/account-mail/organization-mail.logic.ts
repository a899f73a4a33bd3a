import { sentence, type Say, type Sentence } from '../../platform/words/sentence.logic.ts';
import { inOneLine } from '../../platform/text/as-read.logic.ts';
import { letter, type MailContent } from './account-mail.logic.ts';

export interface OrganizationLetter {
  /** The recipient's name. */
  name: string;
  organization: string;
  /** Who asked: a person, or the name of an API key. */
  by: string;
  /** As ISO 8601. */
  at: string;
  link: string;
}

/** The mail to every organization admin when one of them has requested the deletion. */
export const organizationDeletionMail = (
  say: Say,
  { name, organization, by, at, link }: OrganizationLetter,
): MailContent => {
  const [desk, person, date] = [inOneLine(organization), inOneLine(by), at.slice(0, 10)];
  return {
    subject: say(sentence`${desk} will be deleted on ${date}`),
    text: letter(say, name, [
      sentence`${person} has asked to delete the organization ${desk}. This will happen on ${timeOf(at)}.`,
      sentence`All its conversations, documents, settings, members and the audit log go with it, for good.`,
      sentence`Until then the desk works as before. You can keep the organization, or download an archive of everything, here:`,
      link,
    ]),
  };
};

export const organizationKeptMail = (say: Say, { name, organization, by }: OrganizationLetter): MailContent => {
  const [desk, person] = [inOneLine(organization), inOneLine(by)];
  return {
    subject: say(sentence`${desk} will be kept`),
    text: letter(say, name, [
      sentence`${person} has cancelled the deletion of the organization ${desk}. Nothing was deleted.`,
    ]),
  };
};

const timeOf = (at: string): Sentence => sentence`${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`;
