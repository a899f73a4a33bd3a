/** Failures that may happen in one window before further attempts are refused. */
export const attemptLimits = { account: 10, network: 50 } as const;
export const attemptWindowMs = 15 * 60_000;

/**
 * Seconds until another attempt is allowed, 0 for now. `latest` are the times of the latest failures, newest first, at
 * most `limit` of them: the next is allowed when the oldest of these leaves the window.
 */
export function waitSeconds(latest: Date[], limit: number, now: Date): number {
  const oldest = latest[limit - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + attemptWindowMs - now.getTime()) / 1_000));
}
