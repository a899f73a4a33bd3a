const day = 86_400_000;

/** Use is told over the last 90 days; older questions and citations are forgotten. */
export const usedSince = (now: Date): Date => new Date(now.getTime() - 90 * day);
