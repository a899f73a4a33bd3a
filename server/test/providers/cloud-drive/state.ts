import { createHash, randomBytes } from 'node:crypto';

export const native = 'application/vnd.google-apps.';
export const folderType = `${native}folder`;

/** A file, folder or shortcut, with its content. */
export type DriveNode = {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  driveId?: string;
  trashed: boolean;
  modifiedTime: string;
  version: number;
  /** The bytes of a blob, or the exported text of a native document. */
  content: Buffer;
  revision: number;
  shortcut?: { targetId: string };
  canDownload: boolean;
  /** Exists, but is hidden from us: gets the reply of an unknown id. */
  hidden: boolean;
  /** Formats in which this document cannot be exported, although others of its kind can. */
  without: string[];
};

export type NodeWish = {
  id?: string;
  parent?: string;
  mimeType?: string;
  content?: string | Buffer;
  driveId?: string;
  targetId?: string;
  canDownload?: boolean;
  without?: string[];
};

type Change = { at: number; fileId?: string; driveId?: string; kind: 'file' | 'drive'; removed: boolean };

/** The vendor's stored files, and the order in which they changed. */
export function driveState() {
  const nodes = new Map<string, DriveNode>();
  const changes: Change[] = [];
  const lostDrives = new Set<string>();
  let clock = Date.parse('2026-03-02T10:00:00.000Z');
  const tick = () => new Date((clock += 1_000)).toISOString();

  const note = (node: DriveNode, removed: boolean) =>
    void changes.push({
      at: changes.length + 1,
      kind: 'file',
      fileId: node.id,
      removed,
      ...(node.driveId ? { driveId: node.driveId } : {}),
    });

  function put(name: string, wish: NodeWish): DriveNode {
    const node: DriveNode = {
      id: wish.id ?? `1${randomBytes(12).toString('base64url')}`,
      name,
      mimeType: wish.mimeType ?? 'text/plain',
      parents: [wish.parent ?? 'root-of-the-account'],
      ...(wish.driveId ? { driveId: wish.driveId } : {}),
      trashed: false,
      modifiedTime: tick(),
      version: 1,
      content: Buffer.from(wish.content ?? ''),
      revision: 1,
      ...(wish.targetId ? { shortcut: { targetId: wish.targetId } } : {}),
      canDownload: wish.canDownload ?? true,
      hidden: false,
      without: wish.without ?? [],
    };
    nodes.set(node.id, node);
    note(node, false);
    return node;
  }

  function of(id: string): DriveNode {
    const node = nodes.get(id);
    if (!node) throw new Error(`no file ${id} at the drive`);
    return node;
  }

  function alter(id: string, change: Partial<DriveNode>, touch = true): void {
    const node = of(id);
    Object.assign(node, change, { version: node.version + 1 }, touch ? { modifiedTime: tick() } : {});
    note(node, change.hidden === true);
  }

  put('My Drive', { id: 'root-of-the-account', mimeType: folderType, parent: 'nowhere' });

  return {
    nodes,
    changes,
    lostDrives,
    put,
    of,
    alter,
    edit: (id: string, content: string | Buffer) =>
      alter(id, { content: Buffer.from(content), revision: of(id).revision + 1 }),
    /** Deletes the contents of a folder with it, but the list of changes contains only the folder. */
    remove(id: string) {
      const node = of(id);
      const deleteWithContents = (each: string): void => {
        nodes.delete(each);
        for (const { id: inner, parents } of nodes.values()) if (parents.includes(each)) deleteWithContents(inner);
      };
      deleteWithContents(id);
      note(node, true);
    },
    loseDrive(driveId: string) {
      lostDrives.add(driveId);
      changes.push({ at: changes.length + 1, kind: 'drive', driveId, removed: true });
    },
    visible: (id: string): DriveNode | undefined => {
      const node = nodes.get(id === 'root' ? 'root-of-the-account' : id);
      return node && !node.hidden && !lostDrives.has(node.driveId ?? '') ? node : undefined;
    },
  };
}

export type DriveState = ReturnType<typeof driveState>;

/** The API's form of a node: 64-bit numbers are strings, and only blobs have sizes, checksums and revisions. */
export function shown(node: DriveNode): Record<string, unknown> {
  const isBlob = !node.mimeType.startsWith(native);
  return {
    kind: 'drive#file',
    id: node.id,
    name: node.name,
    mimeType: node.mimeType,
    parents: node.parents,
    trashed: node.trashed,
    modifiedTime: node.modifiedTime,
    version: String(node.version),
    webViewLink: `https://drive.example/file/${node.id}`,
    capabilities: { canDownload: node.canDownload },
    ...(node.driveId ? { driveId: node.driveId } : {}),
    ...(node.shortcut ? { shortcutDetails: { targetId: node.shortcut.targetId } } : {}),
    ...(isBlob
      ? {
          size: String(node.content.length),
          md5Checksum: createHash('md5').update(node.content).digest('hex'),
          sha256Checksum: createHash('sha256').update(node.content).digest('hex'),
          headRevisionId: `${node.id}-r${node.revision}`,
        }
      : {}),
  };
}
