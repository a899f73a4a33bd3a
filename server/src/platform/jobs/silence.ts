/**
 * A process that has said nothing for so long counts as dead, and others take up what it held: jobs, lanes and turns. All of
 * that is fenced by leases, should the process only be slow. With the look for it, a job's pause before its next try and the
 * wait for a poll, a customer waits at most ten seconds longer for a process that was killed.
 */
export const silenceSeconds = 5;

/** How often a process says that it works on something: two signs in a row may be lost. */
export const signOfLifeMilliseconds = (silenceSeconds * 1_000) / 4;

/** How often others look for jobs, and for lanes, of a process that has fallen silent. */
export const lookForJobsMilliseconds = 1_000;
export const lookForLanesMilliseconds = 2_000;

/** Before a job's second try; up to twice as long, so that not all come at once. Each further pause is twice the one before. */
export const retryDelaySeconds = 1;

/** A worker that nobody has woken for a while looks for jobs so seldom. */
export const idlePollMilliseconds = 2_000;
