-- Change of a person's address. Locks account_mail for a moment; way back: drop the table, and set the old check again once no mail has the new kinds.

-- Global like password_reset, and one for each person: only the newest links work. The address changes when it is confirmed.
create table email_change (
  user_id uuid primary key references app_user (id) on delete cascade,
  email text not null,
  confirm_hash bytea not null unique,
  stop_hash bytea not null unique,
  session_id uuid not null,
  expires_at timestamptz not null
);
comment on column email_change.stop_hash is 'Of the token in the notice to the address before: it ends the change.';
comment on column email_change.session_id is 'Where the change was asked for: the one session that stays when it happens.';
create index email_change_expiry on email_change (expires_at);
grant select, insert, update, delete on email_change to desk_app;

alter table account_mail drop constraint account_mail_kind_check;
alter table account_mail add constraint account_mail_kind_check
  check (kind in ('password_reset', 'password_changed', 'invitation', 'email_change', 'email_change_notice'));
