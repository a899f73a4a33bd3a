/** How many attempts one window may contain before further ones are refused; null: no limit. */
export interface Throttle {
  windowMilliseconds: number;
  account: number | null;
  network: number;
}

const hour = 3_600_000;

/** The limits for failed sign-ins, requested resets and changes of address, and registrations of a taken address. */
export const throttles = {
  login: { windowMilliseconds: 15 * 60_000, account: 10, network: 50 },
  reset: { windowMilliseconds: hour, account: 3, network: 10 },
  email_change: { windowMilliseconds: hour, account: 3, network: 10 },
  register: { windowMilliseconds: hour, account: null, network: 60 },
} as const satisfies Record<string, Throttle>;

export const longestWindowMilliseconds = hour;

/**
 * Seconds until another attempt is allowed; 0 if it is allowed now. `latest` contains the times of the latest attempts, newest
 * first, at most `limit`: the next one is allowed when the oldest of these leaves the window.
 */
export function waitSeconds(
  latest: Date[],
  { limit, windowMilliseconds }: { limit: number; windowMilliseconds: number },
  now: Date,
): number {
  const oldest = latest[limit - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + windowMilliseconds - now.getTime()) / 1_000));
}
