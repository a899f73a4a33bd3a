import type { Role } from '@desk/contract/access';
import type { Actor, Changes, Subject } from '@desk/contract/audit';
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from 'kysely';
import type { Origin } from './audit/audit.actions.ts';

declare module '../platform/database/database.ts' {
  interface Tables {
    app_user: AppUserTable;
    user_password: UserPasswordTable;
    session: SessionTable;
    session_token: SessionTokenTable;
    login_attempt: LoginAttemptTable;
    organization: OrganizationTable;
    organization_export: OrganizationExportTable;
    workspace: WorkspaceTable;
    membership: MembershipTable;
    password_reset: PasswordResetTable;
    email_change: EmailChangeTable;
    account_mail: AccountMailTable;
    invitation: InvitationTable;
    api_key: ApiKeyTable;
    audit_event: AuditEventTable;
  }
}

interface AppUserTable {
  id: string;
  email: string;
  email_key: string;
  name: string;
  locale: string;
  email_verified_at: Date | null;
  created_at: Date;
}

interface UserPasswordTable {
  user_id: string;
  hash: string;
  changed_at: Date;
}

interface SessionTable {
  id: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  client: string | null;
  ip: string | null;
}

interface SessionTokenTable {
  hash: Buffer;
  session_id: string;
  kind: 'access' | 'refresh';
  expires_at: Date;
  used_at: Date | null;
  used_by: Buffer | null;
}

interface LoginAttemptTable {
  id: string;
  account: Buffer;
  network: Buffer;
  at: Date;
}

interface OrganizationTable {
  id: string;
  name: string;
  slug: string;
  created_at: Date;
  deletion_at: Date | null;
  version: Generated<number>;
}

interface OrganizationExportTable {
  organization_id: string;
  id: string;
  status: Generated<'pending' | 'running' | 'ready' | 'failed'>;
  requested_by: JSONColumnType<Actor>;
  attempts: Generated<number>;
  lease: string | null;
  leased_until: ColumnType<Date | null, Date | null | undefined, RawBuilder<Date> | null>;
  done: Generated<number>;
  total: number;
  blob_key: string | null;
  size_bytes: number | null;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date;
}

interface WorkspaceTable {
  organization_id: string;
  id: string;
  name: string;
  is_default: boolean;
  created_at: Date;
  version: Generated<number>;
}

interface MembershipTable {
  organization_id: string;
  id: string;
  user_id: string;
  workspace_id: string | null;
  role: Role;
  created_at: Date;
  version: Generated<number>;
}

interface PasswordResetTable {
  user_id: string;
  hash: Buffer;
  expires_at: Date;
}

interface EmailChangeTable {
  user_id: string;
  email: string;
  confirm_hash: Buffer;
  stop_hash: Buffer;
  session_id: string;
  expires_at: Date;
}

interface AccountMailTable {
  id: string;
  kind:
    | 'password_reset'
    | 'password_changed'
    | 'invitation'
    | 'email_change'
    | 'email_change_notice'
    | 'organization_deletion'
    | 'organization_kept'
    | 'webhook_disabled';
  state: 'asked' | 'waiting' | 'kept' | 'sent' | 'failed';
  recipient: string;
  content_sealed: string | null;
  origin: JSONColumnType<Origin> | null;
  error: string | null;
  created_at: Date;
  expires_at: Date;
  sent_at: Date | null;
}

interface InvitationTable {
  organization_id: string;
  id: string;
  email: string;
  email_key: string;
  role: Role;
  workspace_id: string | null;
  shown_hash: Buffer;
  mailed_hash: Buffer;
  invited_by: JSONColumnType<Actor>;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
}

interface ApiKeyTable {
  organization_id: string;
  id: string;
  name: string;
  role: Role;
  hash: Buffer;
  prefix: string;
  created_by: JSONColumnType<Actor>;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

/** Only `append_audit_event` writes it; the run-time role may only read. */
interface AuditEventTable {
  organization_id: string;
  id: string;
  sequence: number;
  at: Date;
  actor: Actor;
  action: string;
  subject: Subject;
  subject_id: string;
  changes: Changes;
  ip: string | null;
  request_id: string | null;
  previous_hash: Buffer;
  hash: Buffer;
}
