-- The session behind an access token and its holder's memberships, in one round trip for each request. Adds functions, locks nothing. Way back: drop the functions.

-- Row-level security shows a person's memberships to that person only, as `app.user_id` says.
create function memberships_held(holder uuid, asked_workspace uuid)
  returns table (membership_id uuid, organization_id uuid, workspace_id uuid, role text, default_workspace_id uuid,
                 owns_asked_workspace boolean, joined_at timestamptz)
  language sql stable as $$
  select m.id, m.organization_id, m.workspace_id, m.role, w.id,
    exists (select from workspace asked where asked.organization_id = m.organization_id and asked.id = asked_workspace),
    m.created_at
  from membership m join workspace w on w.organization_id = m.organization_id and w.is_default
  where m.user_id = holder
$$;

-- No row: nobody has this token. One row without a membership: its holder belongs nowhere. `set_config` lasts until the end of the
-- transaction, which is this statement if the caller has begun none.
create function admission_of(token_hash bytea, asked_workspace uuid)
  returns table (session_id uuid, user_id uuid, name text, revoked_at timestamptz, expires_at timestamptz,
                 membership_id uuid, organization_id uuid, workspace_id uuid, role text, default_workspace_id uuid,
                 owns_asked_workspace boolean)
  language plpgsql volatile as $$
declare
  found_session record;
begin
  select s.id, s.user_id, u.name, s.revoked_at, t.expires_at into found_session
  from session_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id
  where t.hash = token_hash and t.kind = 'access';
  if not found then return; end if;
  perform set_config('app.user_id', found_session.user_id::text, true);
  return query
    select found_session.id, found_session.user_id, found_session.name, found_session.revoked_at, found_session.expires_at,
      held.membership_id, held.organization_id, held.workspace_id, held.role, held.default_workspace_id,
      held.owns_asked_workspace
    from (select) as once left join memberships_held(found_session.user_id, asked_workspace) as held on true
    order by held.joined_at, held.membership_id;
end
$$;
