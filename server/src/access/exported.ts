import { declareExported, rowsOf, type ExportPart } from '../platform/tenant/exported-rows.ts';
import { pageOfMembers } from './organizations/members.store.ts';

/** With the names and addresses of their accounts, which belong to no organization. */
const members: ExportPart = {
  file: 'members',
  page: async (tx, scope, { after, limit }) => {
    // The store adds a row that shows whether there is a next page.
    const rows = await pageOfMembers(tx, scope, { after: after?.[0] ?? null, limit: limit - 1 });
    return rows.map((row) => ({ line: JSON.stringify(row), position: [row.id] }));
  },
};

declareExported([
  rowsOf('audit', 'audit_event', [
    'id',
    'sequence',
    'at',
    'actor',
    'action',
    'subject',
    'changes',
    'ip',
    'request_id',
    'previous_hash',
    'hash',
  ]),
  rowsOf('api-keys', 'api_key', [
    'id',
    'name',
    'role',
    'prefix',
    'created_by',
    'created_at',
    'expires_at',
    'last_used_at',
  ]),
  rowsOf('invitations', 'invitation', [
    'id',
    'email',
    'role',
    'workspace_id',
    'invited_by',
    'created_at',
    'expires_at',
    'accepted_at',
  ]),
  members,
  rowsOf('workspaces', 'workspace', ['id', 'name', 'is_default', 'created_at', 'version']),
]);
