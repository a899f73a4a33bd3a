const milliseconds = 86_400_000;

/** Usage covers the last 90 days; older questions and citations are deleted. */
export const usedSince = (now: Date): Date => new Date(now.getTime() - 90 * milliseconds);

/** A day as in `2026-11-22`, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
export const dayAfter = (day: string): Date => new Date(startOf(day).getTime() + milliseconds);
