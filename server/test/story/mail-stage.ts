import assert from 'node:assert/strict';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail, type Mail } from '../providers/mail/message.ts';
import { eventually, inboundSecret, type Stage } from './stage.ts';

let count = 0;

/** Delivers a mail to the desk as a mail server's pipe does; `raw` changes its bytes. */
export async function mailArrives(
  stage: Stage,
  { to, raw, ...mail }: Partial<Mail> & { to: string; raw?: (built: Buffer) => Buffer | Promise<Buffer> },
): Promise<{ messageId: string }> {
  const built = buildMail({
    from: 'Noor <noor@customer.test>',
    to,
    subject: `Question ${++count}`,
    text: 'Hello',
    ...mail,
  });
  const bytes = raw ? await raw(built.raw) : built.raw;
  const event = rawMailEvent(
    bytes,
    { from: 'bounces@relay.test', to },
    { secret: inboundSecret, at: stage.server.desk.clock.now() },
  );
  const { status } = await deliverMail(stage.hooks.email, event);
  assert.equal(status, 202);
  return { messageId: built.messageId };
}

interface OddMail {
  headers: string[];
  body: Buffer | string;
  name?: string | undefined;
  /** Changes its bytes. */
  change?: (raw: Buffer) => Buffer;
}

/** What people see of a mail with these lines of headers and this body, from an address of its own to Birch. */
export async function seenOfMail(
  stage: Stage,
  { headers, body, name = 'Noor', change = (raw) => raw }: OddMail,
): Promise<any> {
  const email = `odd-${++count}@customer.test`;
  const lines = [`Message-ID: <${email}>`, `From: ${name} <${email}>`, ...headers, 'MIME-Version: 1.0', '', ''];
  const built = Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(body)]);
  await mailArrives(stage, { to: 'support@birch.test', raw: () => change(built) });
  return eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?limit=200');
    const found = items.find((each: any) => each.customer.email === email);
    assert.ok(found, 'it has not arrived');
    return stage.world.ada.gets(`/api/conversations/${found.id}`);
  });
}

/** The conversation in which a customer said these words, once it satisfies the check. */
export const conversationWith = (
  stage: Stage,
  words: string,
  check: (conversation: any) => void = () => {},
): Promise<any> =>
  eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?limit=200');
    for (const { id } of items) {
      const conversation = await stage.world.ada.gets(`/api/conversations/${id}`);
      if (!conversation.messages.some(({ kind, text }: any) => kind === 'customer' && text.includes(words))) continue;
      check(conversation);
      return conversation;
    }
    assert.fail(`no conversation with ${words}`);
  });

/** Asserts that no turn runs and no message is being sent. */
export function atRest(conversation: any): void {
  assert.notEqual(conversation.ai_state, 'running');
  assert.ok(conversation.last_decision, 'nobody has thought about it yet');
  assert.ok(conversation.messages.every(({ delivery }: any) => delivery.status !== 'pending'));
}

/** Adds the domain to Birch, and proves it. */
export async function verifiedDomain({ world, dns }: Stage, domain: string): Promise<void> {
  const { items } = await world.ada.gets('/api/channels/email/domains');
  const known =
    items.find((item: { domain: string }) => item.domain === domain) ??
    (await world.ada.posts('/api/channels/email/domains', { domain }));
  if (known.status === 'verified') return;
  const record = known.records.find((each: { purpose: string }) => each.purpose === 'ownership');
  dns.set(record.name, { TXT: [[record.value]] } as never);
  const verified = await world.ada.posts(`/api/channels/email/domains/${known.id}/verify`, undefined, 200);
  assert.equal(verified.status, 'verified', JSON.stringify(verified.records));
}
