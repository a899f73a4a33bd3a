import { emailAddress } from '@desk/contract/access';
import { lineOfWords } from '@desk/contract/http';
import { nameFromAddress } from '../accounts/addresses.logic.ts';

/** A provider's claims about a person; each member may have any type. */
export type Claims = Readonly<Record<string, unknown>>;

/** The address that the provider has verified; null if it is missing, malformed or not verified. */
export function verifiedAddress(issuer: string, claims: Claims): string | null {
  const { email } = claims;
  if (typeof email !== 'string' || !vouchesFor(issuer, claims)) return null;
  const address = email.normalize('NFC');
  return address.length <= emailAddress.maxLength && addressPattern.test(address) ? address : null;
}

export function nameFrom(claims: Claims, address: string): string {
  const name = typeof claims['name'] === 'string' ? claims['name'].trim() : '';
  return name.length <= 120 && namePattern.test(name) ? name : nameFromAddress(address);
}

const namePattern = new RegExp(lineOfWords, 'u');
const addressPattern = new RegExp(emailAddress.pattern, 'u');

// Any tenant's admin can type any address into Microsoft's `email`; `xms_edov` confirms that the domain is the tenant's own.
function vouchesFor(issuer: string, claims: Claims): boolean {
  if (!microsoft.test(issuer)) return claims['email_verified'] === true;
  return [true, 1, 'true', '1'].some((yes) => yes === claims['xms_edov']);
}

const microsoft =
  /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)\//;
