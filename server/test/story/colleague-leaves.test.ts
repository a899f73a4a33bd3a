import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atRest } from '../at-rest.ts';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const memberships = async (name: string): Promise<{ id: string }[]> =>
  (await stage.world.ada.gets('/api/members')).items.filter((each: any) => each.user.name === name);

test('the conversations of a colleague who leaves are unassigned, unless they stay in another workspace', async () => {
  const { ada, max } = stage.world;
  const event = stage.chatdesk.events.userCreated({ text: 'I want to talk to a human being.' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'human'));
  await max.patches(`/api/conversations/${id}`, { assignee_id: max.userId });
  const { id: workspace_id } = await ada.posts('/api/workspaces', { name: 'Second' });
  const invitation = await ada.posts('/api/invitations', { email: 'max@example.test', role: 'member', workspace_id });
  const token = new URL(invitation.invitation_url).searchParams.get('token');
  await max.posts('/api/invitations/accept', { token }, 200);
  const [first, second] = await memberships('Max');
  assert.ok(first && second);
  await ada.deletes(`/api/members/${first.id}`);
  await atRest(stage.server, { queue: 'member-gone' });
  assert.equal((await ada.gets(`/api/conversations/${id}`)).assignee.name, 'Max');
  await ada.deletes(`/api/members/${second.id}`);
  const left = await eventually(async () => {
    const found = await ada.gets(`/api/conversations/${id}`);
    assert.equal(found.assignee, null);
    return found;
  });
  assert.deepEqual([left.status, left.owner], ['open', 'human']);
  assert.equal((await ada.gets('/api/conversations/counts')).views.unassigned, 1);
});
