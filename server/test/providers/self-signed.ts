import { generateKeyPairSync, sign } from 'node:crypto';

// Writes X.509 in DER (RFC 5280): a self-signed certificate takes thirty lines, and the repository contains no key.
const der = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = body;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const commonName = der(0x06, Buffer.from('550403', 'hex'));
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));

/** A self-signed certificate, valid from 2020 to `until` (2049 by default). */
export function selfSigned(name: string, until = '490101000000Z'): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = sequence(der(0x31, sequence(commonName, der(0x0c, name))));
  const toSign = sequence(
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    named,
    sequence(der(0x17, '200101000000Z'), der(0x17, until)),
    named,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', toSign, privateKey));
  const certificate = sequence(toSign, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}
