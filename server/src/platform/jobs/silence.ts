/**
 * A process that has said nothing for so long counts as dead, and others take up what it held: jobs, lanes and turns. All of
 * that is fenced by leases, should the process only be slow. With the look for it and a job's pause before its next try, a
 * customer waits at most ten seconds longer for a process that was killed.
 */
export const silenceSeconds = 5;

/** How often a process says that it works on something: two signs in a row may be lost. */
export const signOfLifeMilliseconds = (silenceSeconds * 1_000) / 4;
