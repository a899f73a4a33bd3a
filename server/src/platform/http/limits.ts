import type { FastifyReply } from 'fastify';
import type { Clock } from '../process/clock.ts';
import { tooMany } from './errors.ts';
import type { CallerIdentity } from './identity.ts';
import { isLoopback, networkOf } from './network.ts';
import { sentence } from '../words/sentence.logic.ts';

/** A number of calls in a window, which begins with the first call. */
export interface LimitPolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The state of a limit after a call. */
export interface Count {
  readonly policy: LimitPolicy;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

export interface CallLimits {
  readonly policies: Readonly<Record<'caller' | 'organization' | 'stranger' | 'events', LimitPolicy>>;
  /** Counts an authenticated call for its caller and its organization. Returns the exceeded count, or else the caller's. */
  ofCaller(identity: CallerIdentity): Count;
  /** Counts an anonymous or refused call. */
  ofStranger(ip: string): Count;
  /** Throws 429 when a costly operation is called more often than its limit allows. */
  admitCostly(limit: { times: number; seconds: number }, call: CostlyCall): void;
  /** Throws 429 when an organization's authentic events come too quickly. Call it before anything is stored. */
  admitEvent(organizationId: string): void;
  /** Throws 429 when an organization's uploads of the day, including these bytes, exceed the limit. */
  admitUpload(organizationId: string, bytes: number): void;
}

interface CostlyCall {
  verb: string;
  /** Null for an anonymous call, which is counted by its network. */
  organizationId: string | null;
  /** The caller to count in place of the whole organization, or null. */
  caller: string | null;
  ip: string;
}

/**
 * Creates the counters of this process (docs/promises.md, rate limits), all in proportion to the one figure that operators set.
 * They are in memory and cannot fail, so neither reads nor sign-ins ever wait for them. Each process counts for itself.
 */
export function createLimits(perMinute: number, clock: Clock): CallLimits {
  const policies = {
    caller: { name: 'default', quota: perMinute, windowSeconds: 60 },
    organization: { name: 'organization', quota: 5 * perMinute, windowSeconds: 60 },
    stranger: { name: 'unauthenticated', quota: Math.ceil(perMinute / 10), windowSeconds: 60 },
    // 50 a second by default, and 500 at once.
    events: { name: 'webhooks', quota: Math.ceil((5 * perMinute) / 6), windowSeconds: 10 },
    // 1 GiB by default.
    uploads: { name: 'uploads', quota: Math.ceil((1024 ** 3 * perMinute) / 600), windowSeconds: 86_400 },
  };
  const callers = createCounter(policies.caller, clock);
  const organizations = createCounter(policies.organization, clock);
  const strangers = createCounter(policies.stranger, clock);
  // Loopback addresses have a higher limit: they are the operator, or all users behind a proxy that TRUSTED_PROXIES does not name.
  const locals = createCounter({ ...policies.stranger, quota: policies.organization.quota }, clock);
  const events = createCounter(policies.events, clock);
  const uploads = createCounter(policies.uploads, clock);
  const costly = new Map<string, (key: string) => Count>();
  return {
    policies,
    ofCaller({ caller, organizationId }) {
      const own = callers(caller);
      if (own.exceeded || organizationId === null) return own;
      const shared = organizations(organizationId);
      return shared.exceeded ? shared : own;
    },
    ofStranger: (ip) => (isLoopback(ip) ? locals(ip) : strangers(networkOf(ip))),
    admitCostly: ({ times, seconds }, { verb, organizationId, caller, ip }) => {
      const local = organizationId === null && isLoopback(ip);
      const quota = Math.max(1, Math.floor((times * perMinute * (local ? localFactor : 1)) / 600));
      const name = `costly;${times};${seconds};${quota}`;
      const counter = costly.get(name) ?? createCounter({ name: 'costly', quota, windowSeconds: seconds }, clock);
      costly.set(name, counter);
      refuseExceeding(counter(`${verb}|${caller ?? ''}|${organizationId ?? networkOf(ip)}`));
    },
    admitEvent: (organizationId) => refuseExceeding(events(organizationId)),
    admitUpload: (organizationId, bytes) =>
      refuseExceeding(uploads(organizationId, bytes), sentence`The organization has reached its daily upload limit.`),
  };
}

/** Sends the remaining quota in headers, and throws 429 when it is exceeded. */
export function enforceLimit(reply: FastifyReply, count: Count): void {
  reply.headers(headersOf(count));
  refuseExceeding(count);
}

function refuseExceeding(count: Count, detail = sentence`Too many requests. Wait before you try again.`): void {
  if (!count.exceeded) return;
  throw tooMany(detail, count.resetSeconds, headersOf(count));
}

// The fields of draft-ietf-httpapi-ratelimit-headers: `q` calls in `w` seconds, `r` left, all of them again in `t` seconds.
const headersOf = ({ policy: { name, quota, windowSeconds }, remaining, resetSeconds }: Count) => ({
  'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** The limit is this many times higher for loopback addresses: the operator, or all users behind a proxy that is not named. */
const localFactor = 50;

const mostKeys = 50_000;

/** Counts by key. At `mostKeys` it drops the windows that are over, and then the oldest if necessary. */
function createCounter(policy: LimitPolicy, clock: Clock): (key: string, amount?: number) => Count {
  const windows = new Map<string, { end: number; used: number }>();
  const makeRoom = (now: number) => {
    for (const [key, { end }] of windows) if (end <= now) windows.delete(key);
    for (const key of windows.keys()) {
      if (windows.size < mostKeys) return;
      windows.delete(key);
    }
  };
  return (key, amount = 1) => {
    const now = clock.now().getTime();
    const known = windows.get(key);
    const window = known && known.end > now ? known : { end: now + policy.windowSeconds * 1_000, used: 0 };
    if (window !== known) {
      if (windows.size >= mostKeys) makeRoom(now);
      windows.set(key, window);
    }
    window.used += amount;
    return {
      policy,
      remaining: Math.max(0, policy.quota - window.used),
      resetSeconds: Math.max(1, Math.ceil((window.end - now) / 1_000)),
      exceeded: window.used > policy.quota,
    };
  };
}
