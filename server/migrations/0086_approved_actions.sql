-- Writes that a person has approved: who, where, and by which approval, which counts once. Way back: drop the columns, and the purpose.

alter table connector_call
  add column conversation_id uuid,
  add column approved_by jsonb,
  add column approval text,
  drop constraint connector_call_purpose_check,
  add constraint connector_call_purpose_check
    check (purpose in ('lookup', 'test', 'validate', 'rotate', 'snapshot', 'token', 'action'));
create unique index connector_call_approval on connector_call (organization_id, approval) where approval is not null;
