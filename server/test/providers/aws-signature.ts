import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether a request is signed with this secret by AWS Signature Version 4; s3rver does not check that. */
export function isSigned({ method, url, headers }: IncomingMessage, secret: string): boolean {
  const written =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!written) return false;
  const [, day = '', region = '', signedHeaders = '', signature] = written;
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return false;
  const address = new URL(url ?? '/', 'http://x');
  const canonical = [
    method,
    address.pathname,
    [...address.searchParams]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashOf(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(keyed, `AWS4${secret}`);
  return keyed(key, text).toString('hex') === signature;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const keyed = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
