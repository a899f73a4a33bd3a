import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

/** A DKIM signer for a domain, and the DNS record that verifies its signatures. */
export function startSigner(domain: string) {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = { signingDomain: domain, selector: 's1', privateKey: keys.privateKey };
  return {
    name: `s1._domainkey.${domain}`,
    record: { TXT: [`v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`] },
    async sign(raw: Buffer): Promise<Buffer> {
      const { signatures } = await dkimSign(raw, { ...key, signatureData: [key] });
      return Buffer.concat([Buffer.from(signatures), raw]);
    },
  };
}
