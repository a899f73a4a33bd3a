-- Which renewal used a refresh token. Locks session_token for a moment; way back: drop the column.

alter table session_token add column used_by bytea;
comment on column session_token.used_by is
  'The digest of the renewal''s key. A page that is left before its answer arrives leaves the key to the next page, which may repeat that renewal and no other.';
