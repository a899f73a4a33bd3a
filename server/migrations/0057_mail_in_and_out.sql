-- How often machines have written to an address, over all organizations; why an event had no effect; which mails a program wrote. Three columns and an empty table, no rewrite. Way back: drop the function, the table and the columns.

-- By a keyed hash of the address. The run-time role sees nothing of it: it may only ask for leave to write once more.
create table automatic_mail (
  address_hash bytea primary key,
  sent_at timestamptz[] not null,
  newest timestamptz not null
);
create index automatic_mail_age on automatic_mail (newest);
grant select, insert, update, delete on automatic_mail to desk_dispatch;

-- True, and counted, unless that address has had one in ten minutes or five in a day. One statement decides, so two organizations cannot both be the first.
create function take_automatic_mail(p_hash bytea, p_now timestamptz)
  returns boolean language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  taken boolean;
begin
  insert into automatic_mail as kept (address_hash, sent_at, newest) values (p_hash, array[p_now], p_now)
    on conflict (address_hash) do update
      set newest = p_now, sent_at = array(select t from unnest(kept.sent_at) t where t > p_now - interval '1 day') || p_now
      where kept.newest <= p_now - interval '10 minutes'
        and (select count(*) from unnest(kept.sent_at) t where t > p_now - interval '1 day') < 5;
  taken := found;
  delete from automatic_mail where address_hash in (
    select o.address_hash from automatic_mail o where o.newest < p_now - interval '1 day' and o.address_hash <> p_hash
    order by o.newest limit 20 for update skip locked);
  return taken;
end;
$$;
alter function take_automatic_mail(bytea, timestamptz) owner to desk_dispatch;
revoke execute on function take_automatic_mail(bytea, timestamptz) from public;
grant execute on function take_automatic_mail(bytea, timestamptz) to desk_app;

-- Of an event that is done: why it had no effect that people see; null where it had one.
alter table inbound_event add column reason text;
create index inbound_event_aside on inbound_event (organization_id, received_at) where reason is not null;

-- An out-of-office note is no mail to answer to.
alter table email_message add column automated boolean not null default false;
