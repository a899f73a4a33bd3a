import { native, shown, type DriveNode, type DriveState } from './state.ts';
import type { DriveOffice } from './oauth.ts';
import type { VendorAnswer, VendorCall, VendorRoutes } from '../vendor-server.ts';

export type DriveLimits = { pageSize: number; exportBytes: number; linkBytes: number };

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const forms: Record<string, string[]> = {
  document: ['text/markdown', 'text/plain', docx, 'application/pdf'],
  spreadsheet: [xlsx, 'text/csv', 'application/pdf'],
  presentation: ['text/plain', 'application/pdf'],
  drawing: ['application/pdf', 'image/png'],
};

export function driveError(code: number, reason: string, message = reason): VendorAnswer {
  return { status: code, body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } } };
}
const fileNotFound = (id: string) => driveError(404, 'notFound', `File not found: ${id}.`);

/** The used part of the discovery document (v3); the paths are relative to the base of the API. */
export function driveRoutes(state: DriveState, office: DriveOffice, limits: DriveLimits): VendorRoutes {
  const signedIn = (handle: (call: VendorCall) => VendorAnswer) => (call: VendorCall) =>
    office.knows(call.headers['authorization']) ? handle(call) : driveError(401, 'authError', 'Invalid Credentials');
  const account = { emailAddress: office.accountAddress, displayName: 'Dana Drive', permissionId: '0881' };
  return {
    'POST /token': (call) => office.token(call),
    'POST /revoke': (call) => office.revoke(call),
    'GET /drive/v3/about': signedIn(({ query }) =>
      query.has('fields')
        ? { status: 200, body: { user: account } }
        : driveError(400, 'required', 'fields is required'),
    ),
    'GET /drive/v3/files': signedIn((call) => listFiles(state, limits, call)),
    'GET /drive/v3/files/:id': signedIn((call) => readFile(state, call)),
    'GET /drive/v3/files/:id/export': signedIn((call) => exportFile(state, limits.exportBytes, call)),
    'GET /docs/:id/export': signedIn((call) => exportFile(state, limits.linkBytes, call)),
    'GET /drive/v3/changes/startPageToken': signedIn(({ query }) => {
      if (state.lostDrives.has(query.get('driveId') ?? '')) return driveError(404, 'notFound');
      return { status: 200, body: { kind: 'drive#startPageToken', startPageToken: String(state.changes.length + 1) } };
    }),
    'GET /drive/v3/changes': signedIn((call) => listChanges(state, limits, call)),
  };
}

const everyDrive = (query: URLSearchParams) =>
  query.get('supportsAllDrives') === 'true' && query.get('includeItemsFromAllDrives') === 'true';

function listFiles(state: DriveState, { pageSize }: DriveLimits, { query }: VendorCall): VendorAnswer {
  const [, parent = '', untrashed] = /^'([^']+)' in parents( and trashed = false)?$/.exec(query.get('q') ?? '') ?? [];
  if (!parent) return driveError(400, 'invalid', 'Invalid Value');
  const folder = state.visible(parent);
  if (!folder) return fileNotFound('.');
  const inside = [...state.nodes.values()].filter(
    (node) =>
      node.parents.includes(folder.id) &&
      state.visible(node.id) &&
      (!untrashed || !node.trashed) &&
      (!node.driveId || everyDrive(query)),
  );
  const from = Number(query.get('pageToken')?.replace('page-', '') ?? 0);
  const size = Math.min(pageSize, Number(query.get('pageSize') ?? 100));
  const files = inside.slice(from, from + size).map(shown);
  const more = from + size < inside.length ? { nextPageToken: `page-${from + size}` } : {};
  return { status: 200, body: { kind: 'drive#fileList', incompleteSearch: false, files, ...more } };
}

function found(state: DriveState, { params, query }: VendorCall): DriveNode | undefined {
  const node = state.visible(params['id'] ?? '');
  return node && (!node.driveId || query.get('supportsAllDrives') === 'true' || query.has('mimeType'))
    ? node
    : undefined;
}

function readFile(state: DriveState, call: VendorCall): VendorAnswer {
  const node = found(state, call);
  if (!node) return fileNotFound(call.params['id'] ?? '');
  if (call.query.get('fields') === 'exportLinks') return { status: 200, body: exportLinks(node, call) };
  if (call.query.get('alt') !== 'media') return { status: 200, body: shown(node) };
  if (node.mimeType.startsWith(native)) return driveError(403, 'fileNotDownloadable');
  if (!node.canDownload) return driveError(403, 'cannotDownloadFile');
  return { status: 200, body: node.content, headers: { 'content-type': node.mimeType } };
}

function exportLinks(node: DriveNode, { headers }: VendorCall): Record<string, unknown> {
  const offered = forms[node.mimeType.slice(native.length)] ?? [];
  const link = (form: string) =>
    `http://${headers['host']}/docs/${node.id}/export?mimeType=${encodeURIComponent(form)}`;
  return offered.length === 0 ? {} : { exportLinks: Object.fromEntries(offered.map((form) => [form, link(form)])) };
}

function exportFile(state: DriveState, most: number, call: VendorCall): VendorAnswer {
  const node = found(state, call);
  if (!node) return fileNotFound(call.params['id'] ?? '');
  const wanted = call.query.get('mimeType') ?? '';
  const offered = forms[node.mimeType.slice(native.length)];
  if (!node.mimeType.startsWith(native) || !offered) return driveError(403, 'fileNotExportable');
  if (!offered.includes(wanted) || node.without.includes(wanted))
    return driveError(400, 'badRequest', 'The requested conversion is not supported.');
  if (node.content.length > most)
    return driveError(403, 'exportSizeLimitExceeded', 'This file is too large to be exported.');
  return { status: 200, body: node.content, headers: { 'content-type': wanted } };
}

// The account's list of changes excludes shared drives: each of them has its own list.
function listChanges(state: DriveState, { pageSize }: DriveLimits, { query }: VendorCall): VendorAnswer {
  const token = query.get('pageToken') ?? '';
  const driveId = query.get('driveId') ?? '';
  if (!/^\d+$/.test(token)) return driveError(400, 'invalid', 'Invalid Value');
  if (state.lostDrives.has(driveId)) return driveError(404, 'notFound', `Shared drive not found: ${driveId}`);
  const all = state.changes.filter(
    (change) =>
      change.at >= Number(token) && ((change.driveId ?? '') === driveId || (change.kind === 'drive' && driveId === '')),
  );
  const some = all.slice(0, pageSize);
  const last = some.at(-1)?.at ?? state.changes.length;
  const next =
    all.length > pageSize
      ? { nextPageToken: String(last + 1) }
      : { newStartPageToken: String(state.changes.length + 1) };
  const changes = some.map((change) => {
    const node = change.fileId ? state.visible(change.fileId) : undefined;
    const removed = change.kind === 'drive' ? change.removed : !node;
    return {
      kind: 'drive#change',
      changeType: change.kind,
      removed,
      ...(change.fileId ? { fileId: change.fileId } : {}),
      ...(change.driveId ? { driveId: change.driveId } : {}),
      ...(node ? { file: shown(node) } : {}),
    };
  });
  return { status: 200, body: { kind: 'drive#changeList', changes, ...next } };
}
