-- Files that came with a message, or wait to be sent with one. A new table and ids for what messages list already. Way back: drop the table and the function.

create table attachment (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  -- null: nobody has sent it yet.
  message_id uuid,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  blob_key text not null,
  created_at timestamptz not null,
  -- From then on its bytes are removed, and its row after them: unsent files after a day, sent ones with their message.
  ends_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id)
);
create index attachment_of_message on attachment (organization_id, message_id) where message_id is not null;
create index attachment_of_conversation on attachment (organization_id, conversation_id);
create index attachment_ends on attachment (ends_at) where ends_at is not null;
call tenant_table('attachment');

-- Which bytes are to be removed, of any organization. Ids only.
create policy dispatch on attachment for select to desk_dispatch using (true);
grant select (organization_id, id, ends_at) on attachment to desk_dispatch;
create function ended_attachments(p_now timestamptz, p_limit int)
  returns table (organization_id uuid, attachment_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select a.organization_id, a.id from attachment a where a.ends_at <= p_now order by a.ends_at limit p_limit
$$;
alter function ended_attachments(timestamptz, int) owner to desk_dispatch;
revoke execute on function ended_attachments(timestamptz, int) from public;
grant execute on function ended_attachments(timestamptz, int) to desk_app;

-- Each attachment has an id by which it is asked for.
alter table message no force row level security;
update message set attachments = (
    select jsonb_agg(each.value || jsonb_build_object('id', gen_random_uuid()) order by each.ordinality)
    from jsonb_array_elements(attachments) with ordinality each)
  where jsonb_typeof(attachments) = 'array' and attachments <> '[]';
alter table message force row level security;
