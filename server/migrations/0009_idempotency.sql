-- Answers kept under an Idempotency-Key. Takes no lock on existing tables; way back: drop the table and its function.

create table idempotency_key (
  -- Null: the call was outside of any organization, so its key belongs to the caller alone.
  organization_id uuid,
  caller text not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  claim uuid not null,
  lease_until timestamptz not null,
  created_at timestamptz not null,
  status smallint,
  answer_sealed text,
  unique nulls not distinct (organization_id, caller, route, key),
  check ((status is null) = (answer_sealed is null))
);
comment on column idempotency_key.claim is 'The run that holds the key; a run that has lost its lease to another keeps nothing.';
comment on column idempotency_key.answer_sealed is 'Sealed: some answers hold a secret that is shown once.';
create index idempotency_key_age on idempotency_key (created_at);
call tenant_table('idempotency_key');
create policy own_key on idempotency_key to desk_app
  using (organization_id is null and caller = 'user:' || acting_user())
  with check (organization_id is null and caller = 'user:' || acting_user());

-- The sweeper looks across organizations for answers that are old enough to forget.
create policy dispatch on idempotency_key to desk_dispatch using (true);
grant select (created_at), delete on idempotency_key to desk_dispatch;

create function forget_idempotency_keys(before timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from idempotency_key where created_at <= before
$$;
alter function forget_idempotency_keys(timestamptz) owner to desk_dispatch;
revoke execute on function forget_idempotency_keys(timestamptz) from public;
grant execute on function forget_idempotency_keys(timestamptz) to desk_app;
