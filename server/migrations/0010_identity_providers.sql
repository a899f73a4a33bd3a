-- Sign-in through identity providers. Locks app_user and session for a moment (foreign keys); way back: drop these tables.

-- Global, without row-level security, like app_user: whoever signs in belongs to no organization yet. The key is what the
-- provider says for good; an address is none, for it is given to somebody else when a person leaves.
create table user_identity (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  issuer text not null,
  subject text not null,
  provider text not null,
  created_at timestamptz not null,
  unique (issuer, subject)
);
comment on column user_identity.provider is 'Which of the configured ones it was added through; only to be shown.';
create index user_identity_user on user_identity (user_id);

-- Global as well: a sign-in that is on its way through a provider. Of the state and of the cookie that ties it to a browser
-- only digests are kept. `session_id` is set when somebody who is signed in adds the identity to their account.
create table oauth_login (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  code_verifier_sealed text not null,
  redirect_uri text not null,
  session_id uuid references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index oauth_login_expiry on oauth_login (expires_at);

grant select, insert, delete on user_identity to desk_app;
-- `for update` needs the right to update, although nothing of a row ever changes.
grant select, insert, update, delete on oauth_login to desk_app;
