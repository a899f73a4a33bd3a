-- From which browser and network a session was opened, so that its owner can tell it from the others. Way back: drop the columns.

alter table session
  add column client text check (length(client) <= 300),
  add column ip text;
