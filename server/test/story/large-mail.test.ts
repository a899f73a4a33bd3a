import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesIn } from '../leaving/archive.ts';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail } from '../providers/mail/message.ts';
import { atRest, conversationWith } from './mail-stage.ts';
import { eventually, inboundSecret, setStage, sweepsAtNight, type Stage } from './stage.ts';

// The bytes of a large mail are a file and not in the database, and last as long as those of any other mail.
let stage: Stage;
let to: string;
before(async () => {
  stage = await setStage();
  to = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const query = async (text: string, values: unknown[] = []) =>
  (await stage.server.desk.db.owner.query(text, values)).rows;
const folder = () => join(stage.server.desk.config.DATA_DIR, 'files/mails');
const files = () =>
  existsSync(folder())
    ? readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map(({ name }) => name)
    : [];

const letter = (question: string) =>
  `${question}\n${'A long story, line after line, about my account.\n'.repeat(12_000)}`;

let mails = 0;
function mailFrom(person: string, question: string) {
  const from = `${person}@customer.test`;
  const { raw } = buildMail({ from, to, subject: `Letter ${(mails += 1)}`, text: letter(question) });
  const signing = () => ({ secret: inboundSecret, at: stage.server.desk.clock.now() });
  const once = { maxAttempts: 1 };
  return { raw, arrives: () => deliverMail(stage.hooks.email, rawMailEvent(raw, { from, to }, signing()), once) };
}

async function original(question: string) {
  const { id, customer, messages } = await conversationWith(stage, question, atRest);
  const url = `/api/conversations/${id}/messages/${messages[0].id}/original`;
  const read = async () => {
    const { ada } = stage.world;
    const answer = await stage.server.app.inject({ url, headers: { authorization: `Bearer ${ada.token}` } });
    return { status: answer.statusCode, bytes: answer.rawPayload };
  };
  return { read, customer };
}

/** The row of the newest mail. */
const newest = async () =>
  (
    await query(`select octet_length(raw) as bytes, raw_key, state from inbound_event
      where channel = 'email' order by id desc limit 1`)
  )[0] ?? assert.fail();

test('a large mail is read and can be downloaded as it came, and a copy of it leaves no second file', async () => {
  const mail = mailFrom('bea', 'Where is the sextant?');
  assert.equal((await mail.arrives()).status, 202);
  const { read } = await original('Where is the sextant?');
  assert.deepEqual(await read(), { status: 200, bytes: mail.raw });
  const { messages } = await conversationWith(stage, 'Where is the sextant?');
  assert.ok(messages.every((each: any) => !/longer than/.test(each.text)));
  const { bytes, raw_key: key } = await newest();
  assert.equal(bytes, 0);
  assert.deepEqual(files(), [String(key).split('/')[2]]);
  assert.equal((await mail.arrives()).status, 200);
  assert.equal(files().length, 1);
});

test('of millions of short lines the first million characters are read, and an unencoded file is whole', async () => {
  const from = 'abe@customer.test';
  const rows = 'a;b\r\n'.repeat(400_000);
  const raw = Buffer.from(
    [
      `From: ${from}\r\nTo: ${to}\r\nSubject: Lines\r\nContent-Type: multipart/mixed; boundary="of it"\r\n`,
      `--of it\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nWhere is the groß sextant?`,
      'ab\r\n'.repeat(2_000_000),
      `--of it\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=rows.csv\r\n\r\n${rows}`,
      '--of it--\r\n',
    ].join('\r\n'),
  );
  const signing = { secret: inboundSecret, at: stage.server.desk.clock.now() };
  await deliverMail(stage.hooks.email, rawMailEvent(raw, { from, to }, signing));
  const { id, messages } = await conversationWith(stage, 'Where is the groß sextant?', atRest);
  const [{ id: message, text, attachments }] = messages;
  assert.deepEqual([text.length, text.slice(-5)], [1_000_000, '\nab\na']);
  assert.ok(messages.some((each: any) => each.kind === 'event' && /longer than 1,000,000 characters/.test(each.text)));
  const [{ id: file, name, bytes }] = attachments;
  assert.deepEqual([name, bytes], ['rows.csv', 1_600_001]);
  const url = `/api/conversations/${id}/messages/${message}/attachments/${file}`;
  const { rawPayload } = await stage.server.app.inject({
    url,
    headers: { authorization: `Bearer ${stage.world.ada.token}` },
  });
  assert.ok(rawPayload.equals(Buffer.from(`${rows}\r\n`.replaceAll('\r\n', '\n'))));
});

test('a small mail needs no file', async () => {
  const from = 'cas@customer.test';
  const { raw } = buildMail({ from, to, subject: 'Short', text: 'Where is the astrolabe?' });
  const known = files();
  await deliverMail(stage.hooks.email, rawMailEvent(raw, { from, to }, { secret: inboundSecret }));
  await conversationWith(stage, 'astrolabe', atRest);
  assert.deepEqual(files(), known);
  assert.equal((await newest())['raw_key'], null);
});

test('a large mail is not acknowledged while its file cannot be stored, and it waits while it cannot be read', async () => {
  const away = join(stage.server.desk.config.DATA_DIR, 'away');
  const mail = mailFrom('dirk', 'Where is the barometer?');
  renameSync(folder(), away);
  writeFileSync(folder(), '');
  assert.equal((await mail.arrives()).status, 503);
  rmSync(folder());
  renameSync(away, folder());
  await query(`create function not_yet() returns trigger language plpgsql as $$ begin
    new.ready_at = clock_timestamp() + interval '1 hour'; return new; end $$`);
  await query('create trigger not_yet before insert on lane for each row execute function not_yet()');
  assert.equal((await mail.arrives()).status, 202);
  renameSync(folder(), away);
  writeFileSync(folder(), '');
  await query('drop trigger not_yet on lane');
  await query('drop function not_yet');
  await query(`update lane set ready_at = clock_timestamp() - interval '1 minute' where pending`);
  await stage.server.sweep();
  await eventually(async () => {
    const [row] = await query(
      `select last_error, state from inbound_event where channel = 'email' order by id desc limit 1`,
    );
    assert.deepEqual(row, { last_error: 'ENOTDIR', state: 'queued' });
  });
  rmSync(folder());
  renameSync(away, folder());
  const { read } = await original('Where is the barometer?');
  assert.deepEqual(await read(), { status: 200, bytes: mail.raw });
});

test('what a crash between the file and the event leaves is deleted after a day, and no file that an event names', async () => {
  const named = files();
  assert.ok(named.length > 0);
  const { organizationId } = stage.world.birch;
  const mail = mailFrom('eva', 'Where is the chronometer?');
  await query(`create function no_event() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`);
  await query('create trigger no_event before insert on inbound_event for each row execute function no_event()');
  assert.equal((await mail.arrives()).status, 503);
  await query('drop trigger no_event on inbound_event');
  await query('drop function no_event');
  const [left] = files().filter((name) => !named.includes(name));
  assert.ok(left);
  const due = () => query(`update pgboss.job set start_after = now() where name = 'mail.forget' and state = 'created'`);
  const [{ hours } = {}] = await query(
    `select round(extract(epoch from max(start_after) - now()) / 3600) as hours
    from pgboss.job where name = 'mail.forget' and data ->> 'organizationId' = $1`,
    [organizationId],
  );
  assert.equal(Number(hours), 24);
  await due();
  await eventually(async () => assert.deepEqual(files().sort(), named.sort()));
});

test('an archive of everything contains what it contained: files of messages and documents, no raw mail', async () => {
  const { ada } = stage.world;
  const { id } = await ada.posts('/api/organizations/me/export', undefined, 202);
  await eventually(async () => assert.equal((await ada.gets(`/api/organizations/me/exports/${id}`)).status, 'ready'));
  const { rawPayload } = await stage.server.app.inject({
    url: `/api/organizations/me/exports/${id}/archive`,
    headers: { authorization: `Bearer ${ada.token}` },
  });
  const paths = [...(await filesIn(rawPayload)).keys()];
  assert.ok(paths.includes('channel-events.ndjson') && paths.some((path) => path.startsWith('files/knowledge/')));
  assert.deepEqual(
    paths.filter((path) => path.includes('mails/')),
    [],
  );
});

test('the file of an erased person is deleted before their erasure is done', async () => {
  const { ada } = stage.world;
  const known = files();
  await mailFrom('finn', 'Where is the theodolite?').arrives();
  const { customer } = await original('Where is the theodolite?');
  assert.equal(files().length, known.length + 1);
  const { body } = await ada.calls('DELETE', `/api/customers/${customer.id}`);
  await eventually(async () => assert.equal((await ada.gets(`/api/erasures/${body.id}`)).status, 'done'));
  assert.deepEqual(files().sort(), known.sort());
  assert.equal((await newest())['raw_key'], null);
});

test('after 30 days the file is deleted with the rest of the event, also if the files cannot be reached that night', async () => {
  const { read } = await original('Where is the sextant?');
  await query(`update inbound_event set received_at = received_at - interval '31 days'`);
  const path = join(folder(), stage.world.birch.organizationId);
  const names = readdirSync(path);
  assert.ok(names.length > 0);
  // A folder is not deleted as a file.
  for (const name of names) {
    rmSync(join(path, name));
    mkdirSync(join(path, name));
  }
  await query('update retention_run set ran_on = ran_on - 1');
  await sweepsAtNight(stage);
  assert.equal((await read()).status, 404);
  const waiting = `select count(*)::int as jobs from pgboss.job where name = 'mail.forget' and state = 'created'
    and start_after between $1::timestamptz + interval '20 seconds' and $1::timestamptz + interval '2 minutes'`;
  // It may be night on this clock alone.
  const now = () => stage.server.desk.clock.now();
  await eventually(async () => assert.ok(Number((await query(waiting, [now()]))[0]?.['jobs']) > 0));
  for (const name of names) {
    rmSync(join(path, name), { recursive: true });
    writeFileSync(join(path, name), '');
  }
  await query(`update pgboss.job set start_after = now() where name = 'mail.forget' and state = 'created'`);
  await eventually(async () => assert.deepEqual(files(), []));
});

test('the files of an organization are deleted with it', async () => {
  const { ada } = stage.world;
  await mailFrom('gus', 'Where is the clinometer?').arrives();
  assert.equal(files().length, 1);
  assert.equal((await ada.calls('DELETE', '/api/organizations/me', { confirm: 'Birch' })).status, 202);
  await query('update organization set deletion_at = now() where id = $1', [ada.organizationId]);
  await stage.server.sweep();
  await eventually(async () => assert.deepEqual(await query(`select 1 from organization where name = 'Birch'`), []));
  assert.deepEqual(files(), []);
});
