-- Which run may be the baseline of another, and which still waits for one. Constant defaults: an instant lock on suite_run. Way back: drop the columns.

alter table suite_run
  add column covers_suite boolean not null default false,
  add column awaits_baseline boolean not null default false;
comment on column suite_run.covers_suite is 'It was asked for all cases of the suite: a run of some says nothing about the others.';
comment on column suite_run.awaits_baseline is 'None was named: the last run that ended is chosen when this one starts.';

-- Earlier runs of the suite as it is now; which cases older versions had cannot be told of all.
update suite_run set covers_suite = true
from suite
where suite.organization_id = suite_run.organization_id
  and suite.version = suite_run.suite_version
  and jsonb_array_length(suite.cases) = suite_run.total;
