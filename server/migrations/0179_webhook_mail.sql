-- The mail to organization admins when the desk has disabled a webhook endpoint. Locks account_mail for a moment; way back: delete its rows of this kind and make the constraint of 0174 again.

alter table account_mail drop constraint account_mail_kind_check;
alter table account_mail add constraint account_mail_kind_check
  check (kind in ('password_reset', 'password_changed', 'invitation', 'email_change', 'email_change_notice',
    'organization_deletion', 'organization_kept', 'webhook_disabled'));
