import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { isSigned } from './aws-signature.ts';

const bucket = 'desk-files';
/** The only account of s3rver. */
const account = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>;

/** An S3-compatible store on loopback that checks signatures, and can go away, come back with its files, and refuse requests. */
export async function startObjectStorage() {
  const directory = mkdtempSync(join(tmpdir(), 'desk-bucket-'));
  const storage = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
  await storage.configureBuckets();
  const answer = storage.callback();
  const requests: string[] = [];
  let stumbles = 0;
  let meanwhile: (() => Promise<unknown>) | undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    if (stumbles-- > 0) return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    if (isSigned(request, account.S3_SECRET_ACCESS_KEY)) {
      const act = meanwhile;
      meanwhile = undefined;
      if (!act) return answer(request, response);
      return void act().then(() => answer(request, response));
    }
    // Like Amazon's reply, it contains the signed text: none of it may get into a log.
    const xml = `<Error><Code>SignatureDoesNotMatch</Code><StringToSign>${request.headers.authorization}</StringToSign></Error>`;
    return response.writeHead(403, { 'content-type': 'application/xml' }).end(xml);
  });
  const listens = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listens(0);
  const goAway = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    environment: { BLOB_STORE: 's3', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: bucket, ...account },
    requests,
    /** The keys in the bucket. */
    keys: () =>
      readdirSync(join(directory, bucket), { recursive: true })
        .map(String)
        .flatMap((path) => /^(.*)\._S3rver_object$/.exec(path)?.[1] ?? []),
    goAway,
    comeBack: () => listens(port),
    /** Refuses the next `times` requests with `SlowDown`. */
    stumble: (times: number) => void (stumbles = times),
    /** Waits for `act` before it carries out the next request. */
    whileNextWaits: (act: () => Promise<unknown>) => void (meanwhile = act),
    async close() {
      if (server.listening) await goAway();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
