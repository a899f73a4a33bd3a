import { randomBytes } from 'node:crypto';
import { driveOffice, type DriveOffice } from './oauth.ts';
import { driveError, driveRoutes, type DriveLimits } from './routes.ts';
import { driveState, folderType, native, type DriveNode, type DriveState, type NodeWish } from './state.ts';
import type { Fault, FaultScope } from '../faults.ts';
import type { RecordOf } from '../record.ts';
import { startVendorServer, type VendorCall } from '../vendor-server.ts';

/** A fake drive on loopback, after docs/vendors.md: files, folders, shared drives, its list of changes, its OAuth server. */
export type CloudDrive = {
  /** For `CLOUD_DRIVE_API_URL`. */
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  office: DriveOffice;
  state: DriveState;
  /** The page size, and the most bytes of an exported document: more through its link than through the API. */
  limits: DriveLimits;
  calls: RecordOf<VendorCall>;
  file(name: string, wish?: NodeWish): DriveNode;
  folder(name: string, wish?: NodeWish): DriveNode;
  /** A document of one of the drive's own kinds: `document`, `spreadsheet`, `presentation`… */
  native(kind: string, name: string, wish?: NodeWish): DriveNode;
  shortcut(name: string, targetId: string, wish?: NodeWish): DriveNode;
  trash(id: string): void;
  untrash(id: string): void;
  failNext(fault: Fault, scope?: FaultScope): void;
  close(): Promise<void>;
};

export async function startCloudDrive(): Promise<CloudDrive> {
  const clientId = 'drive-client.apps.example';
  const clientSecret = randomBytes(24).toString('hex');
  const state = driveState();
  const limits = { pageSize: 1_000, exportBytes: 10_000_000, linkBytes: 100_000_000 };
  let origin = '';
  const tokenUrl = () => `${origin}/token`;
  const office = driveOffice({ clientId, clientSecret, expiresIn: 3_599, tokenUrl });
  const server = await startVendorServer({
    routes: driveRoutes(state, office, limits),
    notFound: driveError(404, 'notFound', 'Not Found'),
  });
  origin = server.url;
  return {
    apiUrl: `${origin}/drive/v3`,
    tokenUrl: tokenUrl(),
    clientId,
    clientSecret,
    office,
    state,
    limits,
    calls: server.calls,
    file: (name, wish = {}) => state.put(name, wish),
    folder: (name, wish = {}) => state.put(name, { ...wish, mimeType: folderType }),
    native: (kind, name, wish = {}) => state.put(name, { ...wish, mimeType: `${native}${kind}` }),
    shortcut: (name, targetId, wish = {}) => state.put(name, { ...wish, targetId, mimeType: `${native}shortcut` }),
    // The contents of a folder go to the bin with it, but the list of changes contains only the folder.
    trash: (id) => bin(state, id, true),
    untrash: (id) => bin(state, id, false),
    failNext: server.failNext,
    close: server.close,
  };
}

/** The environment of a desk that uses this drive. */
export const environmentOf = (drive: CloudDrive): Record<string, string> => ({
  CLOUD_DRIVE_API_URL: drive.apiUrl,
  CLOUD_DRIVE_AUTHORIZE_URL: 'https://consent.example/auth',
  CLOUD_DRIVE_TOKEN_URL: drive.tokenUrl,
  CLOUD_DRIVE_CLIENT_ID: drive.clientId,
  CLOUD_DRIVE_CLIENT_SECRET: drive.clientSecret,
  EGRESS_ALLOW: '127.0.0.1',
});

function bin(state: DriveState, id: string, trashed: boolean): void {
  state.alter(id, { trashed }, false);
  const inside = (folder: string): void => {
    for (const node of state.nodes.values())
      if (node.parents.includes(folder)) {
        node.trashed = trashed;
        inside(node.id);
      }
  };
  inside(id);
}
