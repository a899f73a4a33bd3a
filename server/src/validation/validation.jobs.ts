import type { Desk } from '../platform/desk.ts';
import { runDue } from './runs/runs.jobs.ts';
import { failRun, workRuns } from './runs/work-runs.actions.ts';

/** Subscribes to the job of suite runs, which has its own queue. */
export function subscribeValidation(desk: Desk): void {
  desk.jobs.subscribe(runDue, async (scope, attempt) => {
    try {
      await workRuns(desk, scope);
    } catch (error) {
      if (attempt.last) await failRun(desk, scope);
      throw error;
    }
  });
}
