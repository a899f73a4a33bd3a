import { refresh as refreshEndpoint, type Me, type Session } from '@desk/contract/access';
import { ApiError, isApiError, readProblem } from './api-error.ts';

export type Membership = Me['memberships'][number];

/** Who is signed in here. The access token lives only in this module's memory; the refresh token is in a cookie that no script reads. */
export type Standing =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out'; readonly because: 'never' | 'signed_out' }
  | { readonly kind: 'out'; readonly because: 'expired'; readonly who: string | null }
  | { readonly kind: 'in'; readonly me: Me; readonly membership: Membership | null };

let standing: Standing = { kind: 'unknown' };
let accessToken: string | null = null;
const watchers = new Set<() => void>();

// Not a secret: it records that a session cookie may exist, so that a first visit does not begin with a refused refresh.
const signedInKey = 'frontdesk.signed-in';
const organizationKey = 'frontdesk.organization';
// The idempotency key of a renewal whose answer has not arrived.
const renewingKey = 'frontdesk.renewing';

export const currentStanding = (): Standing => standing;
export const currentToken = (): string | null => accessToken;

export function watchStanding(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The organizations of the person that this tab does not show. */
export const otherMemberships = (): Membership[] =>
  standing.kind === 'in' ? standing.me.memberships.filter((each) => each.id !== ownMembership()?.id) : [];

const ownMembership = (): Membership | null => (standing.kind === 'in' ? standing.membership : null);

/** Headers that name the organization and the workspace; empty while nobody is signed in. */
export function scopeHeaders(membership = ownMembership()): Record<string, string> {
  if (!membership) return {};
  const { organization, workspace } = membership;
  return { 'x-organization-id': organization.id, ...(workspace ? { 'x-workspace-id': workspace.id } : {}) };
}

/** Begins a session from the answer to a sign-in, a registration or a refresh. */
export function beginSession(session: Session): void {
  accessToken = session.access_token;
  localStorage.setItem(signedInKey, '1');
  adoptMe(session.user);
}

/**
 * Updates the own account after a change, such as a new name or another membership. The tab keeps its organization even if another tab
 * has chosen another one since; a new tab begins with the last choice.
 */
export function adoptMe(me: Me): void {
  const chosen = [sessionStorage.getItem(organizationKey), localStorage.getItem(organizationKey)];
  const found = chosen.map((id) => me.memberships.find(({ organization }) => organization.id === id));
  const membership = found.find((each) => each !== undefined) ?? me.memberships[0] ?? null;
  if (membership) sessionStorage.setItem(organizationKey, membership.organization.id);
  become({ kind: 'in', me, membership });
}

const unfinished = new Set<() => Promise<unknown>>();

/** Registers work that is finished before the session or its organization is left, such as to send a reply that waits. */
export const finishFirst = (work: () => Promise<unknown>): unknown => unfinished.add(work);
export const finish = (): Promise<unknown> => Promise.all([...unfinished].map((work) => work()));

/** Switches the organization. The application clears the cache, which holds the other organization's data (`followStanding`). */
export async function chooseOrganization(id: string): Promise<void> {
  await finish();
  remember(id);
  if (standing.kind === 'in') adoptMe(standing.me);
}

/** Switches the organization and opens the same address there: the page is loaded anew, so nothing of the former one is left. */
export async function openHereIn(id: string): Promise<void> {
  await finish();
  remember(id);
  location.reload();
}

function remember(id: string): void {
  sessionStorage.setItem(organizationKey, id);
  localStorage.setItem(organizationKey, id);
}

export function endSession(because: 'expired' | 'signed_out'): void {
  accessToken = null;
  localStorage.removeItem(signedInKey);
  if (standing.kind === 'out') return;
  const who = standing.kind === 'in' ? standing.me.id : null;
  become(because === 'expired' ? { kind: 'out', because, who } : { kind: 'out', because });
}

let renewing: Promise<boolean> | null = null;

/** Exchanges the cookie for a new access token; false when the session is over. Throws `ApiError` when no answer arrives. */
export function renewSession(): Promise<boolean> {
  renewing ??= oneTabAtATime(renew).finally(() => {
    renewing = null;
  });
  return renewing;
}

/** Signs in silently if a session exists. Called once, before the first page. */
export async function restoreSession(): Promise<void> {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedInKey && newValue !== null) void resume().catch(() => null);
  });
  if (!localStorage.getItem(signedInKey)) return become({ kind: 'out', because: 'never' });
  await renewSession();
}

/** Goes on with the session that another tab has begun: what is not saved in this one can be saved now. */
async function resume(): Promise<void> {
  const ended = standing;
  if (ended.kind !== 'out' || ended.because !== 'expired' || !(await renewSession())) return;
  // It is not another person's to save.
  if (standing.kind === 'in' && standing.me.id !== ended.who) location.reload();
}

async function renew(): Promise<boolean> {
  // The previous page may have been left during a renewal, or its answer was lost. The cookie is good for one use, and may be used up
  // already: only the same renewal may be repeated.
  const key = localStorage.getItem(renewingKey) ?? crypto.randomUUID();
  localStorage.setItem(renewingKey, key);
  const response = await fetch(refreshEndpoint.path, {
    method: refreshEndpoint.method,
    credentials: 'same-origin',
    headers: { 'idempotency-key': key },
    keepalive: true,
  }).catch(() => {
    throw new ApiError({ status: 0 });
  });
  // Do not remove the key if the request fails: it also fails when the page is left. Nor on a 5xx: the desk may have renewed it behind a
  // failed proxy.
  if (response.status < 500) localStorage.removeItem(renewingKey);
  if (response.ok) {
    beginSession((await response.json()) as Session);
    return true;
  }
  const problem = await readProblem(response);
  if (!isApiError(problem) || problem.status !== 401) throw problem;
  endSession('expired');
  return false;
}

// A refresh token is good for one use: two tabs that used the same one would end the session of both.
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('frontdesk.refresh', work);
}

function become(next: Standing): void {
  standing = next;
  for (const watcher of watchers) watcher();
}
