-- Keeps the plan of passages_of, which took ten times as long to make as to run and was made at each call. Takes no lock that is felt. Way back: alter function passages_of(uuid, uuid[]) reset plan_cache_mode.

-- For an array as parameter PostgreSQL takes the plan that is kept for the dearer one; the three tables are read by their primary keys.
alter function passages_of(uuid, uuid[]) set plan_cache_mode = force_generic_plan;
