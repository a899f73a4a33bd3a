import { letter, type MailContent } from './account-mail.logic.ts';
import { sentence, type Say } from '../../platform/words/sentence.logic.ts';

export const emailChangeMail = (say: Say, name: string, link: string): MailContent => ({
  subject: say(sentence`Confirm your new e-mail address`),
  text: letter(say, name, [
    sentence`Somebody, hopefully you, asked to use this e-mail address for signing in. This link confirms it:`,
    link,
    sentence`It works once, within 24 hours. If it was not you, ignore this mail: nothing changes.`,
  ]),
});

/** Goes to the owner of an address that already has an account. It reveals nothing about the other account. */
export const addressTakenMail = (say: Say): MailContent => ({
  subject: say(sentence`Your e-mail address was entered for another account`),
  text: letter(say, null, [
    sentence`Somebody wants to use this e-mail address for another account. It belongs to your account already, so nothing changes.`,
    sentence`If it was you: sign in with this address, or use another one for the other account.`,
  ]),
});

export const emailChangeNotice = (say: Say, name: string, wanted: string, stopLink: string): MailContent => ({
  subject: say(sentence`Request to change your e-mail address`),
  text: letter(say, name, [
    sentence`Somebody, hopefully you, asked to sign in to your account with ${wanted} in place of this address. It changes when that address confirms it.`,
    sentence`If it was not you, set a new password, because the person who asked knows yours. This link stops the change:`,
    stopLink,
    sentence`It works for 24 hours, or until the new address has confirmed.`,
  ]),
});

export const emailChangedMail = (say: Say, name: string, email: string): MailContent => ({
  subject: say(sentence`Your e-mail address was changed`),
  text: letter(say, name, [
    sentence`The e-mail address of your account is now ${email}. You sign in with it, and mail about your account goes there.`,
    sentence`If it was not you, tell an admin of your organization at once.`,
  ]),
});
