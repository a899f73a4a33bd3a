import type { Article } from './articles.ts';
import type { Thread } from './delivery.ts';
import type { DemoMessage } from './message.ts';
import type { Outcome } from './outcome.ts';
import type { Vendors } from './vendors.ts';

/** One line of the table. `outcome` is null for a message without a decision, such as an automatic reply. */
export type Row = { message: DemoMessage; thread: Thread; outcome: Outcome | null; received: string; right: boolean };

type Seen = { received: string; articles: Map<string, Article>; vendors: Vendors; thread: Thread };

/**
 * Right is, depending on the expectation: an answer that cites an expected article first has arrived; the shop's answer about
 * an order has arrived; the order was refused; the conversation went to people; nothing was sent.
 */
export function isRight(
  message: DemoMessage,
  outcome: Outcome | null,
  { received, articles, vendors, thread }: Seen,
): boolean {
  const expected = message.expect;
  switch (expected.kind) {
    case 'answer': {
      const cited = articles.get(outcome?.documents[0] ?? '')?.name ?? '';
      return outcome?.outcome === 'answer' && received !== 'nothing' && expected.articles.includes(cited);
    }
    case 'order': {
      const replies = vendors.ticketdesk.repliesTo(Number(thread));
      return outcome?.outcome === 'answer' && replies.some(({ body }) => body.includes(expected.says));
    }
    case 'refused':
      return outcome?.reason === 'verification_required' && isHidden(expected, vendors, thread);
    case 'escalate':
      return outcome?.outcome === 'escalate';
    case 'silence':
      return received === 'nothing';
  }
}

function isHidden({ hides, unasked }: { hides: string; unasked?: string }, vendors: Vendors, thread: Thread): boolean {
  const told = vendors.ticketdesk.repliesTo(Number(thread)).some(({ body }) => body.includes(hides));
  return !told && !vendors.shop.calls.all.some(({ path }) => path === unasked);
}

const columns = [
  { title: '', width: 1 },
  { title: 'channel', width: 10 },
  { title: 'message', width: 44 },
  { title: 'outcome', width: 32 },
  { title: 'conf.', width: 5 },
  { title: 'source or destination', width: 40 },
  { title: 'the vendor received', width: 52 },
];

export function headline(): string {
  const titles = line(columns.map((column) => column.title));
  return `${titles}\n${'-'.repeat(titles.length)}`;
}

export function rowText({ message, outcome, received, right }: Row, articles: Map<string, Article>): string {
  const source = articles.get(outcome?.documents[0] ?? '')?.title;
  const answeredFrom = source === undefined ? `the shop: ${outcome?.lookups.join(', ') ?? '?'}` : `"${source}"`;
  const where = outcome?.outcome === 'answer' ? answeredFrom : (outcome?.destination ?? '');
  const confidence = outcome?.confidence?.toFixed(2) ?? '';
  return line([right ? '✓' : '✗', message.channel, wordsOf(message), decisionOf(outcome), confidence, where, received]);
}

function decisionOf(outcome: Outcome | null): string {
  if (!outcome) return 'nothing';
  return outcome.outcome === 'answer' ? 'answer' : `${outcome.outcome}: ${outcome.reason}`;
}

export type Figures = {
  answered: number;
  answerable: number;
  escalated: number;
  unanswerable: number;
  /** Questions about orders that were answered from the shop, or rightly refused. */
  ordered: number;
  orders: number;
  met: boolean;
};

/**
 * The floors of the acceptance: 85 % of the answerable messages get the right source, 90 % of the others go to people.
 * Every message about an order, and the one that needs silence, must be right.
 */
export function figuresOf(rows: Row[]): Figures {
  const answerable = rows.filter((row) => row.message.expect.kind === 'answer');
  const unanswerable = rows.filter((row) => row.message.expect.kind === 'escalate');
  const certain = rows.filter(({ message }) => ['silence', 'order', 'refused'].includes(message.expect.kind));
  const orders = certain.filter(({ message }) => message.expect.kind !== 'silence');
  const answered = answerable.filter((row) => row.right).length;
  const escalated = unanswerable.filter((row) => row.right).length;
  const met =
    answered >= 0.85 * answerable.length && escalated >= 0.9 * unanswerable.length && certain.every((row) => row.right);
  return {
    answered,
    answerable: answerable.length,
    escalated,
    unanswerable: unanswerable.length,
    ordered: orders.filter((row) => row.right).length,
    orders: orders.length,
    met,
  };
}

export function figuresText({ answered, answerable, escalated, unanswerable, ordered, orders }: Figures): string {
  const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
  return [
    `answered with the right source  ${answered} of ${answerable}  (${percent(answered, answerable)}, floor 85 %)`,
    `rightly passed on to people     ${escalated} of ${unanswerable}  (${percent(escalated, unanswerable)}, floor 90 %)`,
    `orders told, or rightly not      ${ordered} of ${orders}  (${percent(ordered, orders)}, floor 100 %)`,
  ].join('\n');
}

function wordsOf(message: DemoMessage): string {
  const text = message.channel === 'chatdesk' ? message.text : message.subject;
  return message.channel === 'chatdesk' && message.follows ? `↳ ${text}` : text;
}

function line(cells: string[]): string {
  return columns
    .map(({ width }, index) => fit(cells[index] ?? '', width))
    .join('  ')
    .trimEnd();
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}
