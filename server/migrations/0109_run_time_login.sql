-- A login that owns nothing starts the service. Takes a short lock on schema_migration; way back: revoke it.

-- Whether the schema is up to date is all that it has to know.
grant select on schema_migration to desk_app;
