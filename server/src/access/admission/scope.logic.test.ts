import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '@desk/contract/access';
import { chooseScope, mayActAs, readScopeHeader, type HeldMembership } from './scope.logic.ts';

const birch = { id: 'birch', main: 'birch-main', field: 'birch-field' };
const cedar = { id: 'cedar', main: 'cedar-main' };

const inBirch = (role: Role, workspaceId: string | null, more: Partial<HeldMembership> = {}): HeldMembership => ({
  id: `birch-${role}-${workspaceId ?? 'all'}`,
  organizationId: birch.id,
  workspaceId,
  role,
  defaultWorkspaceId: birch.main,
  ownsRequestedWorkspace: false,
  ...more,
});
const inCedar: HeldMembership = {
  id: 'cedar-member',
  organizationId: cedar.id,
  workspaceId: cedar.main,
  role: 'member',
  defaultWorkspaceId: cedar.main,
  ownsRequestedWorkspace: false,
};

const nowhere = { organizationId: null, workspaceId: null };
const birchMember = inBirch('member', birch.main);
const birchAdmin = inBirch('org_admin', null);

describe('the scope of a request', () => {
  const cases = [
    { name: 'no membership', held: [], requested: nowhere, gives: 'homeless' },
    { name: 'one membership, no header', held: [birchMember], requested: nowhere, gives: 'birch/birch-main as member' },
    {
      name: 'an admin without headers acts in the default workspace',
      held: [birchAdmin],
      requested: nowhere,
      gives: 'birch/birch-main as org_admin',
    },
    { name: 'two organizations, no header', held: [birchMember, inCedar], requested: nowhere, gives: 'undecided' },
    {
      name: 'two organizations, one named',
      held: [birchMember, inCedar],
      requested: { organizationId: 'cedar', workspaceId: null },
      gives: 'cedar/cedar-main as member',
    },
    {
      name: 'an organization of others',
      held: [birchMember],
      requested: { organizationId: 'cedar', workspaceId: null },
      gives: 'mismatch',
    },
    {
      name: 'nobody anywhere naming one',
      held: [],
      requested: { organizationId: 'cedar', workspaceId: null },
      gives: 'mismatch',
    },
    {
      name: 'the own workspace',
      held: [birchMember],
      requested: { organizationId: 'birch', workspaceId: birch.main },
      gives: 'birch/birch-main as member',
    },
    {
      name: 'a workspace one is not in',
      held: [birchMember],
      requested: { organizationId: 'birch', workspaceId: birch.field },
      gives: 'mismatch',
    },
    {
      name: 'an admin passes into any workspace',
      held: [inBirch('org_admin', null, { ownsRequestedWorkspace: true })],
      requested: { organizationId: 'birch', workspaceId: birch.field },
      gives: 'birch/birch-field as org_admin',
    },
    {
      name: 'but not into one of another organization',
      held: [birchAdmin],
      requested: { organizationId: 'birch', workspaceId: cedar.main },
      gives: 'mismatch',
    },
    {
      name: 'a workspace alone names its organization',
      held: [birchMember, inCedar],
      requested: { organizationId: null, workspaceId: cedar.main },
      gives: 'cedar/cedar-main as member',
    },
    {
      name: 'organization and workspace that do not belong together',
      held: [birchMember, inCedar],
      requested: { organizationId: 'birch', workspaceId: cedar.main },
      gives: 'mismatch',
    },
    {
      name: 'the role is that of the named workspace',
      held: [inBirch('workspace_admin', birch.field), birchMember],
      requested: { organizationId: null, workspaceId: birch.main },
      gives: 'birch/birch-main as member',
    },
    {
      name: 'two workspaces of one organization, no header: the default one',
      held: [inBirch('workspace_admin', birch.field), birchMember],
      requested: nowhere,
      gives: 'birch/birch-main as member',
    },
    {
      name: 'neither is the default: the older one',
      held: [inBirch('workspace_admin', birch.field), inBirch('member', 'birch-third')],
      requested: nowhere,
      gives: 'birch/birch-field as workspace_admin',
    },
    {
      name: 'an admin who is also a member of a workspace stays an admin',
      held: [birchMember, birchAdmin],
      requested: nowhere,
      gives: 'birch/birch-main as org_admin',
    },
  ];
  for (const { name, held, requested, gives } of cases) {
    test(`${name}: ${gives}`, () => {
      const choice = chooseScope(held, requested);
      const text =
        choice.kind === 'chosen'
          ? `${choice.selection.organizationId}/${choice.selection.workspaceId} as ${choice.selection.role}`
          : choice.kind;
      assert.equal(text, gives);
    });
  }
});

describe('a scope header', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const cases: [string, string | string[] | undefined, string | null | undefined][] = [
    ['absent', undefined, null],
    ['an id', id, id],
    ['an id in capitals', id.toUpperCase(), id],
    ['empty', '', undefined],
    ['not an id', 'birch', undefined],
    ['a list', `${id}, ${id}`, undefined],
    ['sent twice', [id, id], undefined],
    ['an id in braces', `{${id}}`, undefined],
  ];
  for (const [name, header, expected] of cases) {
    test(name, () => assert.equal(readScopeHeader(header), expected));
  }
});

test('each role may do what the lower ones may, and no more', () => {
  const allowed = (role: Role) =>
    (['member', 'workspace_admin', 'org_admin'] as const).filter((needed) => mayActAs(role, needed));
  assert.deepEqual(allowed('member'), ['member']);
  assert.deepEqual(allowed('workspace_admin'), ['member', 'workspace_admin']);
  assert.deepEqual(allowed('org_admin'), ['member', 'workspace_admin', 'org_admin']);
});
