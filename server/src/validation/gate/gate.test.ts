import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
  const { ada, wim } = stage.world;
  const suite = {
    cases: [
      { id: 'reset', turns: [{ customer: 'How can I reset my password?' }], expect: { outcome: 'answer' } },
      { id: 'person', turns: [{ customer: 'I want to talk to a human being.' }], expect: { outcome: 'escalate' } },
      {
        id: 'red',
        weight: 0.01,
        turns: [{ customer: 'How can I reset my password?' }],
        expect: { outcome: 'suppress' },
      },
    ],
  };
  assert.equal((await wim.calls('PUT', '/api/knowledge/validation/suite', suite)).status, 200);
  await ada.patches(settings, { publish_gate: { enabled: true, max_regressions: 0, min_score: 0.9 } });
});
after(() => stage.close());

const settings = '/api/organizations/me/settings';
const rules = '/api/routing/rules';
const breaking = {
  name: 'Everything to people',
  when: { all: [{ field: 'message.text', op: 'contains', value: 'password' }] },
  then: { decision: 'escalate' },
};

const refused = async (work: Promise<{ status: number; body: any; text: string }>) => {
  const { status, body, text } = await work;
  assert.deepEqual([status, body.code], [409, 'gate_failed'], text);
  return body;
};

test('a rule that breaks the suite is not saved, and the response lists the cases', async () => {
  const { wim, max } = stage.world;
  const before = (await max.gets(rules)).items.length;
  const { regressions, because } = await refused(wim.calls('POST', rules, breaking));
  assert.deepEqual(regressions, [{ case_id: 'reset', name: 'How can I reset my password?', critical: false }]);
  assert.deepEqual(because, ['regressions', 'score']);
  assert.equal((await max.gets(rules)).items.length, before);
});

test('a change that breaks nothing is saved, even if cases failed before', async () => {
  const { wim, ada } = stage.world;
  const rule = await wim.posts(rules, { ...breaking, enabled: false });
  await refused(wim.calls('PATCH', `${rules}/${rule.id}`, { enabled: true }));
  await wim.patches(`${rules}/${rule.id}`, { name: 'Still off' });
  await wim.deletes(`${rules}/${rule.id}`);
  await ada.patches(settings, { persona: { name: 'Robin' } });
  await wim.patches(`${rules}/${rule.id}`, { enabled: true }, 404);
  await wim.posts(rules, { ...breaking, when: { all: [{ field: 'no.such', op: 'eq', value: 1 }] } }, 422);
});

test('the gate guards thresholds too', async () => {
  const { ada } = stage.world;
  const { regressions } = await refused(ada.calls('PATCH', settings, { thresholds: { answer: 1, clarify: 1 } }));
  assert.equal(regressions[0].case_id, 'reset');
  assert.equal((await ada.gets(settings)).thresholds.answer, 0.7);
});

test('the gate guards destinations and tags like rules', async () => {
  const { wim } = stage.world;
  const place = await wim.posts('/api/routing/destinations', { name: 'Warehouse', kind: 'queue' });
  const tag = await wim.posts('/api/routing/tags', { name: 'Damage', detect: { keywords: ['smashed'] } });
  const rule = await wim.posts(rules, {
    name: 'Damage to the warehouse',
    when: { all: [{ field: 'tag', op: 'contains', value: 'Damage' }] },
    then: { decision: 'escalate', destination_id: place.id },
  });
  const smashed = { id: 'smashed', turns: [{ customer: 'The pot is smashed' }], expect: { destination: 'Warehouse' } };
  await wim.posts('/api/knowledge/validation/suite/cases', smashed);
  const breakingEdits: [string, object][] = [
    [`/api/routing/destinations/${place.id}`, { enabled: false }],
    [`/api/routing/tags/${tag.id}`, { detect: { keywords: ['torn'] } }],
  ];
  for (const [path, edit] of breakingEdits) {
    const { regressions } = await refused(wim.calls('PATCH', path, edit));
    assert.deepEqual(
      regressions.map(({ case_id }: { case_id: string }) => case_id),
      ['smashed'],
      path,
    );
  }
  await wim.patches(`/api/routing/destinations/${place.id}`, { name: 'Warehouse' });
  await wim.patches(`/api/routing/tags/${tag.id}`, { detect: { keywords: ['smashed', 'torn'] } });
  await wim.deletes('/api/knowledge/validation/suite/cases/smashed');
  for (const path of [`${rules}/${rule.id}`, ...breakingEdits.map(([path]) => path)]) await wim.deletes(path);
});

test('an invalid change is refused for its own reason, and no override is recorded', async () => {
  const { wim, ada } = stage.world;
  const { id } = await wim.posts('/api/routing/destinations', { name: 'In use', kind: 'queue' });
  const rule = await wim.posts(rules, {
    ...breaking,
    enabled: false,
    then: { decision: 'escalate', destination_id: id },
  });
  const penguin = { id: 'penguin', turns: [{ customer: 'penguin' }], expect: { destination: 'In use' } };
  const when = { all: [{ field: 'message.text', op: 'eq', value: 'penguin' }] };
  await wim.patches(`${rules}/${rule.id}`, { when, enabled: true });
  await wim.posts('/api/knowledge/validation/suite/cases', penguin);
  const kept = await ada.calls('DELETE', `/api/routing/destinations/${id}?gate_override=Because`);
  assert.deepEqual([kept.status, kept.body.code], [409, 'in_use'], kept.text);
  assert.deepEqual((await ada.gets('/api/audit-events?action=publish_gate.overridden')).items, []);
  await wim.deletes('/api/knowledge/validation/suite/cases/penguin');
  await wim.deletes(`${rules}/${rule.id}`);
});

test('an edit of an old version, or with a taken name, is refused without a rehearsal', async () => {
  const { wim, ada } = stage.world;
  const stale = { 'if-match': '"4711"' };
  const rule = await wim.posts(rules, { ...breaking, enabled: false });
  const tag = await wim.posts('/api/routing/tags', { name: 'Guarded' });
  const place = await wim.posts('/api/routing/destinations', { name: 'Guarded', kind: 'queue' });
  const { revision } = await wim.gets('/api/routing/policy');
  const refusals: [typeof wim, 'PATCH' | 'DELETE' | 'POST', string, object?][] = [
    [wim, 'PATCH', `${rules}/${rule.id}`, { enabled: true }],
    [wim, 'DELETE', `${rules}/${rule.id}`],
    [wim, 'PATCH', `/api/routing/tags/${tag.id}`, { detect: { keywords: ['password'] } }],
    [wim, 'DELETE', `/api/routing/tags/${tag.id}`],
    [wim, 'PATCH', `/api/routing/destinations/${place.id}`, { enabled: false }],
    [wim, 'DELETE', `/api/routing/destinations/${place.id}`],
    [wim, 'POST', `/api/routing/policy/revisions/${revision}/restore`],
    [ada, 'PATCH', settings, { thresholds: { answer: 1, clarify: 1 } }],
    [ada, 'POST', `${settings}/revisions/${(await ada.gets(settings)).version}/restore`],
  ];
  for (const [who, method, path, body] of refusals) {
    const { status, body: answer, text } = await who.calls(method, path, body, stale);
    assert.deepEqual([status, answer.code], [412, 'version_conflict'], `${method} ${path}: ${text}`);
  }
  const fresh = { 'if-match': `"${rule.version}"` };
  const seen = await wim.calls('PATCH', `${rules}/${rule.id}`, { enabled: true }, fresh);
  assert.deepEqual([seen.status, seen.body.code], [409, 'gate_failed'], 'the version that is there meets the gate');
  const taken = await wim.calls('POST', '/api/routing/destinations', { name: 'guarded', kind: 'queue' });
  assert.deepEqual([taken.status, taken.body.code], [409, 'already_exists']);
  // The attempt has left no trace: no revision, no entry in the audit log, no version.
  assert.equal((await wim.gets('/api/routing/policy')).revision, revision);
  const { items } = await ada.gets('/api/audit-events?action=rule.updated');
  assert.deepEqual(
    items.filter((each: any) => each.subject.id === rule.id),
    [],
  );
  await wim.deletes(`${rules}/${rule.id}`);
  await wim.deletes(`/api/routing/tags/${tag.id}`);
  await wim.deletes(`/api/routing/destinations/${place.id}`);
});

test('the gate guards a desk that keeps its replies for approval like one that sends them', async () => {
  const { wim, ada } = stage.world;
  await ada.patches(settings, { auto_respond_mode: 'draft' });
  const simulated = await wim.posts(
    '/api/knowledge/validation/outcome/simulate',
    { message: 'How can I reset my password?' },
    200,
  );
  assert.equal(simulated.outcome, 'draft', 'the mode is on');
  const { regressions } = await refused(wim.calls('POST', rules, breaking));
  assert.equal(regressions[0].case_id, 'reset');
  await ada.patches(settings, { auto_respond_mode: 'auto', max_ai_turns: 7 });
});

test('only an admin of the organization can save it, with a reason, which is audited', async () => {
  const { wim, ada } = stage.world;
  const path = `${rules}?gate_override=${encodeURIComponent('The article is wrong until Monday')}`;
  const denied = await wim.calls('POST', path, breaking);
  assert.deepEqual([denied.status, denied.body.required_role], [403, 'org_admin']);
  const rule = await ada.posts(path, breaking);
  const { items } = await ada.gets('/api/audit-events?action=publish_gate.overridden');
  assert.equal(items.length, 1);
  assert.deepEqual(items[0].changes, {
    reason: { to: 'The article is wrong until Monday' },
    regressions: { to: ['reset'] },
  });
  await ada.deletes(`${rules}/${rule.id}`);
});

test('an override is recorded only with the change that it saves', async () => {
  const { wim, ada } = stage.world;
  const overridden = async () => (await ada.gets('/api/audit-events?action=publish_gate.overridden')).items.length;
  const reason = `gate_override=${encodeURIComponent('Both of us at once')}`;
  const rule = await wim.posts(rules, { ...breaking, enabled: false });
  const { version } = await ada.gets(settings);
  const edits: [string, object, number, object][] = [
    [`${rules}/${rule.id}`, { enabled: true }, rule.version, { enabled: false }],
    [settings, { thresholds: { answer: 1, clarify: 1 } }, version, { thresholds: null }],
  ];
  for (const [path, edit, seen, undo] of edits) {
    const before = await overridden();
    const both = await Promise.all(
      [1, 2].map(() => ada.calls('PATCH', `${path}?${reason}`, edit, { 'if-match': `"${seen}"` })),
    );
    const statuses = both.map(({ status }) => status).toSorted((one, other) => one - other);
    assert.deepEqual(statuses, [200, 412], path);
    assert.equal((await overridden()) - before, 1, path);
    await ada.patches(path, undo);
  }
  await ada.deletes(`${rules}/${rule.id}`);
});

test('of two changes that only together break the suite, one is saved', async () => {
  const { wim, ada } = stage.world;
  const tag = await wim.posts('/api/routing/tags', { name: 'Sign-in' });
  const marks = { ...breaking, name: 'Marks sign-in', priority: 1, then: { add_tag_ids: [tag.id] } };
  const tagged = { all: [{ field: 'tag', op: 'contains', value: 'Sign-in' }] };
  const closed = { all: [{ field: 'time.business_hours', op: 'eq', value: false }] };
  const create = (rule: object) => wim.calls('POST', rules, rule);
  // Open for a minute on another day than today.
  const hours = [{ days: [((new Date().getUTCDay() + 3) % 7) + 1], from: '12:00', to: '12:01' }];
  const pairs = [
    () => [create(marks), create({ ...breaking, name: 'Sign-in to people', priority: 2, when: tagged })],
    () => [create({ ...breaking, when: closed }), ada.calls('PATCH', settings, { business_hours: hours })],
  ];
  for (const begin of pairs) {
    const both = await Promise.all(begin());
    const codes = both.map(({ status, body }) => (status < 300 ? 'saved' : body.code));
    assert.deepEqual(new Set(codes), new Set(['gate_failed', 'saved']), both.map(({ text }) => text).join());
    await ada.patches(settings, { business_hours: [] });
    for (const { status, body } of both) if (status === 201) await wim.deletes(`${rules}/${body.id}`);
  }
  await wim.deletes(`/api/routing/tags/${tag.id}`);
});

test('an earlier revision of policy or settings that would break the suite is not restored', async () => {
  const { wim, ada } = stage.world;
  const reason = `gate_override=${encodeURIComponent('To be restored below')}`;
  const current = async (path: string, who = wim): Promise<number> => (await who.gets(path)).items[0].revision;
  const rule = await ada.posts(`${rules}?${reason}`, breaking);
  const broken = await current('/api/routing/policy/revisions');
  await wim.deletes(`${rules}/${rule.id}`);
  const restore = `/api/routing/policy/revisions/${broken}/restore`;
  const { regressions } = await refused(wim.calls('POST', restore));
  assert.equal(regressions[0].case_id, 'reset');
  await ada.posts(`${restore}?${reason}`, undefined, 200);
  assert.equal((await wim.gets(rules)).items.filter((each: { id: string }) => each.id === rule.id).length, 1);
  await wim.posts(`/api/routing/policy/revisions/${broken + 1}/restore`, undefined, 200);

  const strict = await ada.patches(`${settings}?${reason}`, { thresholds: { answer: 1, clarify: 1 } });
  await ada.patches(settings, { thresholds: null });
  await refused(ada.calls('POST', `${settings}/revisions/${strict.version}/restore`));
  assert.equal((await ada.gets(settings)).thresholds.answer, 0.7);
  await ada.posts(`${settings}/revisions/${strict.version - 1}/restore`, undefined, 200);
});

test('a critical case counts whatever number of regressions is allowed, and a disabled gate guards nothing', async () => {
  const { wim, ada } = stage.world;
  await ada.patches(settings, { publish_gate: { max_regressions: 5, min_score: 0 } });
  const allowed = await wim.posts(rules, breaking);
  await wim.deletes(`${rules}/${allowed.id}`);
  const critical = {
    id: 'vital',
    critical: true,
    turns: [{ customer: 'How can I reset my password?' }],
    expect: { outcome: 'answer' },
  };
  await wim.posts('/api/knowledge/validation/suite/cases', critical);
  const { because } = await refused(wim.calls('POST', rules, breaking));
  assert.deepEqual(because, ['critical']);
  await ada.patches(settings, { publish_gate: { enabled: false } });
  await wim.posts(rules, breaking);
});
