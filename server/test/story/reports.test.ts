import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const overview = (query = '', caller = stage.world.max) => caller.gets(`/api/reports/overview${query}`);

test('answers, escalations and work of people are counted up to the last event, and folding does not change the counts', async () => {
  const { world, chatdesk, hooks } = stage;
  const empty = await overview();
  assert.equal(empty.totals.received, 0);
  assert.ok(empty.series.length >= 30, 'a day without a message is in the series too');
  const known = chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
  const unknown = chatdesk.events.userCreated({ text: 'I want to talk to a human being, please.' });
  for (const event of [known, unknown]) await chatdesk.deliver(hooks.chatdesk, event);
  const escalated = await eventually(async () => {
    const { totals } = await overview();
    assert.deepEqual([totals.received, totals.answered, totals.escalated], [2, 1, 1]);
    const { items } = await world.max.gets('/api/conversations?owner=human');
    assert.equal(items.length, 1);
    return items[0];
  });
  await world.max.posts(`/api/conversations/${escalated.id}/messages`, { kind: 'reply', text: 'Hello, Max here.' });
  await world.max.posts(`/api/conversations/${escalated.id}/messages`, { kind: 'note', text: 'A note.' });
  await world.max.patches(`/api/conversations/${escalated.id}`, { status: 'resolved' });

  const check = async () => {
    const report = await overview();
    assert.deepEqual(report.totals, {
      received: 2,
      eligible: 2,
      attempted: 1,
      answered: 1,
      confirmed: 0,
      assumed: 0,
      escalated: 1,
      failed: 0,
      human_replies: 1,
      human_notes: 1,
    });
    // Today, or yesterday if it has been midnight since.
    const days = report.series.slice(-2).map((day: { received: number }) => day.received);
    assert.deepEqual(days.toSorted(), [0, 2]);
    assert.ok(report.series.slice(0, -2).every((day: { received: number }) => day.received === 0));
    assert.equal(report.by_channel[0].channel, 'chatdesk');
    assert.deepEqual(report.resolutions, [{ resolution: 'human', count: 1 }]);
    assert.ok(report.reasons.some((each: { reason: string }) => each.reason === 'customer_request'));
    assert.equal(report.times.first_answer.count, 2);
    assert.equal(report.times.resolution.count, 1);
    assert.equal(
      report.confidence.bins.reduce((sum: number, bin: { count: number }) => sum + bin.count, 0),
      1,
    );
    assert.deepEqual(report.confidence.thresholds, { answer: 0.7, clarify: 0.45 });
    assert.ok(report.by_destination.every((each: { name: string }) => each.name));
    return report;
  };
  const live = await check();
  await stage.server.sweep();
  assert.deepEqual({ ...(await check()), to: '', from: '' }, { ...live, to: '', from: '' });
  const behind = await world.max.gets('/api/reports/conversations?measure=escalated');
  assert.deepEqual(
    behind.items.map((item: { conversation_id: string }) => item.conversation_id),
    [escalated.id],
  );
});

test('a measured time lists the conversations that took at least so long, with their durations', async () => {
  const { world } = stage;
  const { times } = await overview();
  const list = (query: string, status = 200) => world.max.gets(`/api/reports/conversations?measure=${query}`, status);
  const every = await list('first_answer');
  assert.equal(every.items.length, times.first_answer.count);
  const slow = await list('first_answer&key=p90');
  assert.ok(slow.items.length >= 1);
  assert.ok(slow.items.every((item: { amount: number }) => item.amount >= times.first_answer.p90));
  assert.equal((await list('resolution&key=p50')).items.length, 1);
  assert.equal((await list('first_answer&key=p90&channel=email')).items.length, 0);
  await list('first_answer&key=p99', 422);
});

test('other organizations, channels and times count none of it', async () => {
  assert.equal((await overview('', stage.world.mallory)).totals.received, 0);
  assert.equal((await overview('?channel=email')).totals.received, 0);
  assert.equal((await overview('?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).totals.received, 0);
  const days = await overview('?from=2026-03-27T00:00:00Z&to=2026-03-31T00:00:00Z&granularity=day');
  assert.equal(days.series.length, 4);
  await stage.world.max.gets('/api/reports/overview?from=2020-02-01T00:00:00Z&to=2020-01-01T00:00:00Z', 422);
  await stage.world.max.gets('/api/reports/overview?from=2020-02-01T00:00:00Z', 422);
});

test('the series is available as CSV', async () => {
  const answer = await stage.world.max.calls('GET', '/api/reports/overview?format=csv');
  assert.match(String(answer.headers['content-type']), /^text\/csv/);
  const lines = answer.text.trimEnd().split('\r\n');
  assert.match(String(lines[0]), /^at,received,eligible/);
  assert.ok(lines.slice(-2).some((line) => /^\d{4}-[^,]+,2,/.test(line)));
});

test('a message that arrives while automatic replies are off is not eligible for one', async () => {
  const { world, chatdesk, hooks } = stage;
  const before = (await overview()).totals;
  await world.ada.patches('/api/organizations/me/settings', { auto_respond_enabled: false });
  const event = chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  await chatdesk.deliver(hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  await world.ada.patches('/api/organizations/me/settings', { auto_respond_enabled: true });
  const { received, eligible } = (await overview()).totals;
  assert.deepEqual([received, eligible], [before.received + 1, before.eligible]);
});

test('a question that is asked back is no answer, and what is answered after it is', async () => {
  const { world, chatdesk, hooks } = stage;
  const rule = await world.wim.posts('/api/routing/rules', {
    name: 'Which one',
    when: { all: [{ field: 'message.text', op: 'eq', value: 'How do I reset it?' }] },
    then: { decision: 'clarify', message: 'What would you like to reset?' },
  });
  const answered = async () => (await overview()).totals.answered;
  const before = await answered();
  const event = chatdesk.events.userCreated({ text: 'How do I reset it?' });
  await chatdesk.deliver(hooks.chatdesk, event);
  const said = (count: number) =>
    conversationOf(stage, event.conversationId, ({ messages, last_decision: decision }) =>
      assert.deepEqual(
        [messages.filter((each: any) => each.kind === 'ai').length, decision?.outcome],
        [count, count === 1 ? 'clarify' : 'answer'],
      ),
    );
  await said(1);
  assert.equal(await answered(), before);
  const text = 'How do I reset my password? I cannot sign in.';
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.userReplied(event.conversationId, { text }));
  await said(2);
  assert.equal(await answered(), before + 1);
  await world.wim.deletes(`/api/routing/rules/${rule.id}`);
});

test('a person who reopens a conversation begins a new episode; reports count only reopenings by the customer', async () => {
  const { world, chatdesk, hooks } = stage;
  const event = chatdesk.events.userCreated({ text: 'I want to talk to a human being about my contract.' });
  await chatdesk.deliver(hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.status, 'open'));
  const path = `/api/conversations/${id}`;
  const reply = { kind: 'reply', text: 'Gladly.' };
  const counted = async () => {
    const { totals, resolutions } = await overview();
    return { received: totals.received, resolutions };
  };
  const writes = async (text: string, episode: number) => {
    await chatdesk.deliver(hooks.chatdesk, chatdesk.events.userReplied(event.conversationId, { text }));
    await conversationOf(stage, event.conversationId, (each) => {
      assert.deepEqual([each.messages.at(-1).text, each.status, each.episode], [text, 'open', episode]);
    });
  };
  await world.max.patches(path, { status: 'resolved' });
  const once = await counted();
  const isReopened = async (episode: number) => {
    assert.equal((await world.max.gets(path)).episode, episode);
    await world.max.patches(path, { status: 'resolved' });
  };
  await world.max.patches(path, { status: 'open' });
  await isReopened(2);
  await world.max.posts(`${path}/handover`, { to: 'human' }, 200);
  await isReopened(3);
  await world.max.posts(`${path}/messages`, reply);
  await isReopened(4);
  assert.equal((await world.max.posts(`${path}/handover`, { to: 'ai' }, 200)).conversation.episode, 5);
  await world.max.patches(path, { status: 'resolved' });
  await world.max.patches(path, { status: 'open' });
  await writes('One more thing.', 6);
  await world.max.patches(path, { status: 'resolved' });
  assert.deepEqual(await counted(), once, 'nothing of it is another matter of the customer');
  await writes('It is not over yet.', 7);
  assert.equal((await counted()).received, once.received + 1);
});

test('gaps are those of the period and of the channel', async () => {
  const { world, chatdesk, hooks, server } = stage;
  const before = server.desk.clock.now().toISOString();
  const event = chatdesk.events.userCreated({ text: 'Do you deliver grand pianos to Iceland?' });
  await chatdesk.deliver(hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  server.pass(1_000);
  const after = server.desk.clock.now().toISOString();
  const pianos = async (query: string) =>
    (await overview(`?${query}`)).gaps.filter(({ label }: { label: string }) => label.includes('pianos')).length;
  assert.equal(await pianos(`from=${before}&to=${after}`), 1);
  assert.equal(await pianos(`from=${before}&to=${after}&channel=chatdesk`), 1);
  assert.equal(await pianos(`from=${before}&to=${after}&channel=email`), 0, 'nobody asked it by mail');
  assert.equal(await pianos(`to=${before}`), 0, 'it was asked later');
  server.pass(60_000);
  assert.equal(await pianos(`from=${after}`), 0, 'it was asked earlier');
  const { gaps } = await world.max.gets('/api/knowledge/analysis');
  assert.ok(
    gaps.some(({ label }: { label: string }) => label.includes('pianos')),
    'the analysis knows all of them',
  );
});

test('a period and the hours of the time zone divide an hour, also after its facts were added up', async () => {
  const { world, chatdesk, hooks, server } = stage;
  const minute = 60_000;
  const now = () => server.desk.clock.now().getTime();
  // Fifty minutes into the next hour, in which nothing has happened yet.
  server.pass((110.1 - ((now() / minute) % 60)) * minute);
  const hour = Math.floor(now() / (60 * minute)) * 60 * minute;
  const at = (minutes: number) => new Date(hour + minutes * minute).toISOString();
  const event = chatdesk.events.userCreated({ text: 'How do I reset my password?' });
  await chatdesk.deliver(hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId);
  await world.ada.patches('/api/organizations/me/settings', { timezone: 'Asia/Kolkata' });
  const counted = async (from: number, to: number) => {
    const range = `from=${at(from)}&to=${at(to)}`;
    const { totals, series } = await overview(`?${range}&granularity=hour`);
    const { items } = await world.max.gets(`/api/reports/conversations?measure=received&${range}`);
    const hours = series.filter(({ received }: { received: number }) => received > 0).map((each: any) => each.at);
    return { received: totals.received, listed: items.length, hours, moments: series.length };
  };
  const check = async () => {
    assert.deepEqual(await counted(0, 40), { received: 0, listed: 0, hours: [], moments: 2 });
    assert.deepEqual(await counted(59.9, 120), { received: 0, listed: 0, hours: [], moments: 2 });
    assert.deepEqual(await counted(40, 60), { received: 1, listed: 1, hours: [at(30)], moments: 1 });
    assert.deepEqual(await counted(0, 120), { received: 1, listed: 1, hours: [at(30)], moments: 3 });
  };
  await check();
  await server.sweep();
  await check();
  await world.ada.patches('/api/organizations/me/settings', { timezone: 'UTC' });
});
