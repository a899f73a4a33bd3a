import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Membership } from '@desk/contract/access';
import { givenRoles, mayManage } from './people.logic.ts';

const north = { id: 'n', name: 'North' };
const own = (role: Membership['role']): Membership => ({
  id: 'm',
  role,
  organization: { id: 'o', name: 'Birch' },
  workspace: role === 'org_admin' ? null : north,
});

test('a workspace admin manages only the members of the own workspace', () => {
  const wim = own('workspace_admin');
  assert.equal(mayManage(wim, { role: 'member', workspace: { id: 'n' } }), true);
  assert.equal(mayManage(wim, { role: 'member', workspace: { id: 's' } }), false);
  assert.equal(mayManage(wim, { role: 'workspace_admin', workspace: { id: 'n' } }), false);
  assert.deepEqual(givenRoles(wim), ['member']);
});

test('an organization admin manages everybody, a member nobody', () => {
  assert.equal(mayManage(own('org_admin'), { role: 'org_admin', workspace: null }), true);
  assert.equal(mayManage(own('member'), { role: 'member', workspace: { id: 'n' } }), false);
  assert.equal(mayManage(null, { role: 'member', workspace: { id: 'n' } }), false);
});
