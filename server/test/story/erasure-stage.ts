import type { Stage } from './stage.ts';

/** Makes the erasure's own job wait, so that the test works it. */
export async function withoutJobs<T>({ server }: Stage, work: () => Promise<T>): Promise<T> {
  const { owner } = server.desk.db;
  await owner.query(`create function no_erasure() returns trigger language plpgsql as $$ begin
    if new.name = 'erasure' then new.start_after = now() + interval '1 hour'; end if; return new; end $$`);
  await owner.query('create trigger no_erasure before insert on pgboss.job for each row execute function no_erasure()');
  const worked = await work();
  await owner.query('drop trigger no_erasure on pgboss.job');
  await owner.query('drop function no_erasure');
  return worked;
}
