import type { DecisionReason, HumanOnly } from '@desk/contract/decisions';
import { storableBeginning } from '../../platform/text/storable.logic.ts';
import type { Phrases } from './words.logic.ts';

export interface Handing {
  phrases: Pick<Phrases, 'handover' | 'outOfHours'>;
  businessHours: boolean;
}

/** The notice to the customer when people take over: the rule's words, or else the organization's, in or out of business hours. */
export function handoverMessage({ phrases, businessHours }: Handing, ruling: { message: string | null }): string {
  if (ruling.message?.trim()) return ruling.message;
  return businessHours || !phrases.outOfHours ? phrases.handover : phrases.outOfHours;
}

export interface NoteInput {
  asked: string;
  subject: string | null;
  files: readonly { name: string }[];
  history: readonly { from: 'customer' | 'us'; text: string }[];
  /** Our first message begins with it; it tells people nothing. */
  disclosure: string;
  customer: { name: string | null; email: string | null; externalId: string | null; verified: boolean };
  language: string | null;
  tagNames: readonly string[];
  reason: DecisionReason;
  ruleReason: string | null;
  /** Why only a person may handle it. */
  humanOnly: HumanOnly | null;
  found: readonly { title: string; score: number }[];
  /** Whether what was found is relevant enough to answer from. */
  isRelevant: boolean;
  confidence: number | null;
  /** What was found for each question of a message of several; empty for one question. */
  questions: readonly { question: string; title: string | null; confidence: number }[];
  lookups: readonly { name: string; status: LookupStatus; code: string | null }[];
}

type LookupStatus = 'ok' | 'unverified' | 'incomplete' | 'not_owner' | 'failed';

/**
 * A summary that a person can act on without reading the thread: first any danger or fraud, then the question, the reason of the
 * handover, the passages that were found, what was looked up, and the customer.
 */
export function handoverNote(matter: NoteInput): string {
  return [
    ...(matter.humanOnly ? [onlyForPeople[matter.humanOnly]] : []),
    askedLine(matter.asked),
    ...(matter.subject ? [`Subject: ${excerpt(matter.subject, 200)}`] : []),
    ...filesLine(matter.files),
    `Why you have it: ${why(matter)}${matter.ruleReason ? ` (${matter.ruleReason})` : ''}`,
    ...tried(matter),
    ...matter.lookups.map(lookedUp),
    ...earlier(matter),
    customerLine(matter),
    ...(matter.tagNames.length > 0 ? [`Tags: ${matter.tagNames.join(', ')}`] : []),
  ].join('\n');
}

/** The note for a message that was not considered, or for which considering failed. */
export const shortNote = (asked: string, why: string): string => `${askedLine(asked)}\nWhy you have it: ${why}`;

/** What the destination reads about a handover by a person: their words, and the customer's, which a mail or a webhook does not show. */
export const personalNote = (words: string | null, asked: string): string =>
  `${words?.trim() || 'A colleague handed this conversation over.'}\n${askedLine(asked)}`;

/** Reasons in words, for people. The record has the codes. */
export const because: Readonly<Record<DecisionReason, string>> = {
  customer_request: 'The customer asked for a person.',
  frustration: 'The customer is upset with the conversation.',
  repeated_loop: 'Our answer did not help: the customer said so, or asked again.',
  missing_knowledge: 'Nothing in the knowledge base deals with this.',
  low_confidence: 'The best passages are not certain enough to answer from.',
  ambiguous_after_clarification: 'The question was still unclear after a clarifying question.',
  policy_rule: 'A routing rule sends this to people.',
  guardrail: 'Only a person may act on this request.',
  verification_required: 'It needs a verified customer, and this one is not.',
  connector_failure: 'A look-up in an account system failed.',
  attachment_unsupported: 'It depends on an attachment that could not be read.',
  language_unsupported: 'It is written in a language that is not answered automatically.',
  other_participant: 'Somebody else joined the conversation.',
  turn_limit: 'The limit of automatic replies in this conversation is reached.',
  budget_limit: 'The budget for automatic replies is used up.',
  ai_timeout: 'No answer was ready in time.',
  ai_error: 'Answering failed on our side.',
  auto_respond_off: 'Automatic replies are switched off.',
  channel_not_ready: 'Replies cannot be sent on this channel at the moment.',
  outside_hours: 'It came outside business hours.',
  automated_loop: 'It may be an automatic message: it is marked as one, or too many messages came within a minute.',
  manual: 'A colleague handed it over.',
  human_reply: 'People own this conversation.',
  returned_to_ai: 'It was returned to the AI.',
  confident: 'It was answered.',
  ambiguous: 'The question was unclear.',
  confirmed: 'The customer confirmed that it is solved.',
  duplicate: 'It had arrived before.',
  own_echo: 'It is our own message.',
  automated: 'A machine wrote it.',
  spam: 'It looks like spam.',
};

/** The first line of the note, so that nobody overlooks it. */
const onlyForPeople: Readonly<Record<HumanOnly, string>> = {
  safety: 'DANGER: somebody may be hurt or in danger. Please look at once.',
  fraud: 'FRAUD: somebody else may have access to an account, a card or money. Please look at once.',
  bereavement: 'Somebody has died. Please answer with care, soon.',
  legal: 'Law: a legal claim, or a right under data protection.',
  wrong_charge: 'Money: the customer says that a charge is wrong.',
  own_case: 'Own case: the customer asks about the state of their own case.',
  act_for_customer: 'To do: the customer asks us to do something for them.',
};

function why({ reason, found, lookups, customer }: NoteInput): string {
  // Passages were found: the knowledge base may deal with it in other words.
  if (reason === 'missing_knowledge' && found.length > 0)
    return 'No passage of the knowledge base is relevant enough to answer from.';
  const isOthers = customer.verified && lookups.some(({ status }) => status === 'not_owner');
  return reason === 'verification_required' && isOthers
    ? 'What was looked up is not proven to belong to this customer.'
    : because[reason];
}

function tried(matter: NoteInput): string[] {
  if (matter.questions.length === 0) return [triedForOne(matter)];
  const lines = matter.questions.map(({ question, title, confidence }) => {
    const result = title === null ? 'nothing relevant' : `“${title}”; confidence ${confidence.toFixed(2)}`;
    return `  “${excerpt(question, 160)}”: ${result}`;
  });
  return ['Tried, for each question:', ...lines];
}

function triedForOne({ found, isRelevant, confidence }: NoteInput): string {
  if (found.length === 0) return 'Tried: no passage of the knowledge base was used.';
  const titles = [...new Set(found.map(({ title }) => title))]
    .slice(0, 3)
    .map((title) => `“${title}”`)
    .join(', ');
  if (!isRelevant) return `Tried: ${titles}; hardly relevant.`;
  return `Tried: ${titles}${confidence === null ? '' : `; confidence ${confidence.toFixed(2)}`}.`;
}

// Names and codes only: people read the record itself in the account system.
function lookedUp({ name, status, code }: NoteInput['lookups'][number]): string {
  switch (status) {
    case 'ok':
      return `Looked up: “${name}”.`;
    case 'unverified':
      return `Not looked up: “${name}”, because the customer is not verified.`;
    case 'incomplete':
      return `Not looked up: “${name}”, because the message does not contain what it needs.`;
    case 'not_owner':
      return `Looked up: “${name}”; the record is not proven to belong to this customer.`;
    case 'failed':
      return `Looked up: “${name}”; failed${code ? ` (${code})` : ''}.`;
  }
}

function earlier({ history, disclosure }: NoteInput): string[] {
  if (history.length === 0) return [];
  const said = (text: string) => excerpt(text.startsWith(disclosure) ? text.slice(disclosure.length) : text, 160);
  const lines = history
    .slice(-4)
    .map(({ from, text }) => `  ${from === 'customer' ? 'Customer' : 'Us'}: ${said(text)}`);
  return ['Before:', ...lines];
}

function customerLine({ customer, language }: NoteInput): string {
  const who =
    [customer.name, customer.email, customer.externalId && `id ${customer.externalId}`].filter(Boolean).join(', ') ||
    'unknown';
  return `Customer: ${who} (${customer.verified ? 'verified' : 'not verified'})${language ? `, writes ${language}` : ''}.`;
}

const askedLine = (asked: string): string => `Asked: ${excerpt(asked, 600) || '(no words)'}`;

function filesLine(files: NoteInput['files']): string[] {
  if (files.length === 0) return [];
  const names = files.slice(0, 5).map(({ name }) => excerpt(name, 80));
  return [`Files: ${names.join(', ')}${files.length > names.length ? ', …' : ''}`];
}

function excerpt(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${storableBeginning(line, most - 1)}…`;
}
