import type { MaskedRequest } from '@desk/contract/templates';
import type { Values } from '../templates/placeholders.logic.ts';

/** Masks a value: enough stays to recognise a known value, too little to learn an unknown one. */
export function masked(value: string): string {
  const mail = /^([^@\s])[^@\s]*(@[^@\s]+)$/.exec(value);
  if (mail) return `${mail[1]}***${mail[2]}`;
  return value.length > 5 ? `***${value.slice(-3)}` : '***';
}

/** Masks the arguments of a call for the call log. */
export const maskedValues = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, masked(String(value))]));

export interface OutgoingRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The request with its credentials masked: names stay, values become stars. */
export function maskedRequest(
  request: OutgoingRequest,
  secrets: { headers: string[]; query: string[] },
): MaskedRequest {
  const url = new URL(request.url);
  for (const name of secrets.query) if (url.searchParams.has(name)) url.searchParams.set(name, '****');
  const hidden = new Set(secrets.headers.map((name) => name.toLowerCase()));
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    hidden.has(name.toLowerCase()) ? '****' : value,
  ]);
  return {
    method: request.method,
    url: url.href,
    headers: Object.fromEntries(headers),
    body: request.body === undefined ? null : (JSON.parse(request.body) as unknown),
  };
}
