import { randomBytes } from 'node:crypto';
import type { Desk } from '../../platform/desk.ts';
import { sameBytes } from '../../platform/secrets/signatures.ts';
import { readHostCookie, writeHostCookie, type CookieHeaders } from './host-cookie.logic.ts';

/** The account of a known device. A new password makes its device tokens void. */
export interface DeviceOwner {
  userId: string;
  passwordChangedAt: Date;
}

const lifetimeSeconds = 90 * 86_400;

/** `<device>.<end in seconds>.<mac>`: stored in a browser that has signed in to an account. It opens nothing. */
export function deviceToken(desk: Desk, known: DeviceOwner): string {
  const device = randomBytes(16).toString('base64url');
  const end = String(Math.floor(desk.clock.now().getTime() / 1_000) + lifetimeSeconds);
  return [device, end, macOf(desk, known, `${device}.${end}`).toString('base64url')].join('.');
}

/** The device, if the token was issued to this account and is neither old nor void; null for anything else. */
export function verifyDeviceToken(desk: Desk, known: DeviceOwner, token: string): string | null {
  const [, device, end, mac] = /^([\w-]{22})\.(\d{10,12})\.([\w-]{43})$/.exec(token) ?? [];
  if (device === undefined || end === undefined || mac === undefined) return null;
  if (!sameBytes(macOf(desk, known, `${device}.${end}`), Buffer.from(mac, 'base64url'))) return null;
  return Number(end) * 1_000 > desk.clock.now().getTime() ? device : null;
}

export const deviceCookie = ({ config }: Desk, token: string): string =>
  writeHostCookie({ name, publicUrl: config.PUBLIC_URL }, token, lifetimeSeconds);

export const readDeviceCookie = ({ config }: Desk, { cookie, origin, host }: CookieHeaders): string | null =>
  readHostCookie({ name, publicUrl: config.PUBLIC_URL }, { cookie, origin, host });

const name = 'fd_device';

const macOf = (desk: Desk, { userId, passwordChangedAt }: DeviceOwner, text: string): Buffer =>
  desk.pepper('known device', `${userId}.${passwordChangedAt.getTime()}.${text}`);
