import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { atRest } from './at-rest.ts';
import { environmentOf, startCloudDrive, type CloudDrive } from './providers/cloud-drive/cloud-drive.ts';
import { startServer, type TestOptions, type TestServer } from './server.ts';
import { eventually } from './story/stage.ts';
import { createWorld, type Caller, type World } from './world.ts';

export const drive = '/api/integrations/cloud-drive';
export const documents = '/api/knowledge/documents';

export interface DriveStage {
  server: TestServer;
  world: World;
  vendor: CloudDrive;
}

interface DriveOptions extends TestOptions {
  /** Uses the key of a service account instead of a grant. */
  serviceAccount?: boolean;
}

/** Sets up a test file with a drive, and a desk whose cast may connect to it; `take` may prepare more. */
export function withDrive(take: (stage: DriveStage) => void | Promise<void>, options: DriveOptions = {}): void {
  let stage: DriveStage | undefined;
  before(async () => {
    const vendor = await startCloudDrive();
    const key = options.serviceAccount ? { CLOUD_DRIVE_SERVICE_ACCOUNT: vendor.office.serviceAccountKey() } : {};
    const environment = { ...environmentOf(vendor), ...key, ...options.environment };
    const server = await startServer({ ...options, environment });
    stage = { server, vendor, world: await createWorld(server) };
    await take(stage);
  });
  after(async () => {
    await stage?.server.close();
    await stage?.vendor.close();
  });
}

/** Connects through the vendor's consent page. */
export async function connect(who: Caller, vendor: CloudDrive): Promise<any> {
  const { authorization_url, state } = await who.gets(`${drive}/connect-url`);
  return who.posts(`${drive}/oauth/exchange`, { code: vendor.office.consent(authorization_url), state }, 200);
}

/** The document, once no job works on it. */
export const settled = (who: Caller, id: string, check: (document: any) => void = () => {}): Promise<any> =>
  eventually(async () => {
    const document = await who.gets(`${documents}/${id}`);
    assert.ok(['ready', 'failed'].includes(document.status), JSON.stringify(document));
    check(document);
    return document;
  });

/** Polls the drive for changes, and waits until that is done. Waits first for running jobs. */
export async function watched({ server }: DriveStage): Promise<void> {
  const { owner } = server.desk.db;
  await atRest(server, { queue: 'knowledge.drive' });
  await owner.query(`update drive_grant set watch_due = clock_timestamp() - interval '1 second', watched_at = null`);
  await server.sweep();
  await atRest(server, { queue: 'knowledge.drive' });
  const { rows } = await owner.query('select watched_at from drive_grant');
  assert.ok(rows[0]?.['watched_at'], 'the look has failed');
}
