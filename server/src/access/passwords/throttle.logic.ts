/** Attempts that may be on the books in one window before further ones are refused; null: as many as they like. */
export interface Throttle {
  windowMs: number;
  account: number | null;
  network: number;
}

const hour = 3_600_000;

/** Failed sign-ins, resets and changes of address that were asked for, and registrations of a taken address. */
export const throttles = {
  login: { windowMs: 15 * 60_000, account: 10, network: 50 },
  reset: { windowMs: hour, account: 3, network: 10 },
  email_change: { windowMs: hour, account: 3, network: 10 },
  register: { windowMs: hour, account: null, network: 60 },
} as const satisfies Record<string, Throttle>;

export const longestWindowMs = hour;

/**
 * Seconds until another attempt is allowed, 0 for now. `latest` are the times of the latest ones, newest first, at most
 * `limit` of them: the next is allowed when the oldest of these leaves the window.
 */
export function waitSeconds(
  latest: Date[],
  { limit, windowMs }: { limit: number; windowMs: number },
  now: Date,
): number {
  const oldest = latest[limit - 1];
  if (!oldest) return 0;
  return Math.max(0, Math.ceil((oldest.getTime() + windowMs - now.getTime()) / 1_000));
}
