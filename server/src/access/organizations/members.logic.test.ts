import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '@desk/contract/access';
import { hasPlace } from '../onboarding/invitations.logic.ts';
import { mayManage } from './members.logic.ts';

const managed: [manager: Role, role: Role, workspace: string | null, may: boolean][] = [
  ['org_admin', 'org_admin', null, true],
  ['org_admin', 'workspace_admin', 'other', true],
  ['workspace_admin', 'member', 'own', true],
  ['workspace_admin', 'member', 'other', false],
  ['workspace_admin', 'workspace_admin', 'own', false],
  ['workspace_admin', 'org_admin', null, false],
  ['member', 'member', 'own', false],
];
for (const [manager, role, workspaceId, may] of managed)
  test(`a ${manager} ${may ? 'manages' : 'does not manage'} a ${role} of ${workspaceId ?? 'no workspace'}`, () =>
    assert.equal(mayManage({ role: manager, workspaceId: 'own' }, { role, workspaceId }), may));

const places: [held: [Role, string | null][], role: Role, workspace: string | null, has: boolean][] = [
  [[], 'member', 'one', false],
  [[['member', 'one']], 'member', 'one', true],
  [[['member', 'one']], 'workspace_admin', 'one', true],
  [[['member', 'one']], 'member', 'two', false],
  [[['org_admin', null]], 'member', 'two', true],
  [[['member', 'one']], 'org_admin', null, true],
];
for (const [held, role, workspaceId, has] of places)
  test(`somebody who is ${JSON.stringify(held)} ${has ? 'needs no' : 'may have an'} invitation as ${role} of ${workspaceId}`, () =>
    assert.equal(
      hasPlace(
        held.map(([each, workspace_id]) => ({ role: each, workspace_id })),
        { role, workspaceId },
      ),
      has,
    ));
