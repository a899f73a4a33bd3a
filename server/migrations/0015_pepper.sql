-- The secret of this installation that passwords are hashed with. Takes no lock on existing tables; way back: drop the table,
-- and everybody whose password was set since then needs a new one.

-- One row. Empty after the key that sealed it was given up for lost: the next start makes another.
create table pepper (
  id integer primary key check (id = 1),
  pepper_sealed text
);
grant select, insert, update on pepper to desk_app;
