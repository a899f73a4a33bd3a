-- What each organization decided for itself. Takes no lock on existing tables; way back: drop this table.

-- `doc` holds only what differs from the defaults: a better default reaches everybody who never chose.
create table organization_settings (
  organization_id uuid primary key references organization (id),
  doc jsonb not null,
  version integer not null
);
call tenant_table('organization_settings');
