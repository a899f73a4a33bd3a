import { DriveFailure, type DriveAccess } from './access.ts';
import { listFolder, readItem } from './client.ts';
import type { DriveItem } from './payload.logic.ts';
import { isFolder, isShortcut } from './reading.logic.ts';

/** A folder beyond these limits was probably chosen by mistake. */
const mostFiles = 1_000;
const mostFolders = 500;
const deepest = 25;
/** The drive may send short pages. Assume that a folder with more pages than this never ends. */
const mostPages = 1_000;
const mostShortcuts = 5;

interface FolderWalk {
  access: DriveAccess;
  recursive: boolean;
  /** Folders that are read or waiting, because shortcuts may form a cycle. */
  seen: Set<string>;
  waiting: { id: string; depth: number }[];
  files: Map<string, DriveItem>;
}

export interface FolderContent {
  files: DriveItem[];
  /** False if the folder has more files or subfolders than the limits. */
  complete: boolean;
}

/** Lists every file of the folder once, from all pages. Follows shortcuts. */
export async function filesIn(access: DriveAccess, folderId: string, recursive: boolean): Promise<FolderContent> {
  const files = new Map<string, DriveItem>();
  const tree: FolderWalk = {
    access,
    recursive,
    seen: new Set([folderId]),
    waiting: [{ id: folderId, depth: 0 }],
    files,
  };
  for (let next = tree.waiting.shift(); next; next = tree.waiting.shift()) {
    await readFolder(tree, next);
    if (files.size > mostFiles || tree.seen.size > mostFolders)
      return { files: [...files.values()].slice(0, mostFiles), complete: false };
  }
  return { files: [...files.values()], complete: true };
}

/** Lists the files of a watched folder. Returns an empty list if the folder is gone. */
export async function filesIfThere(access: DriveAccess, folderId: string, recursive: boolean): Promise<DriveItem[]> {
  try {
    return (await filesIn(access, folderId, recursive)).files;
  } catch (error) {
    if (error instanceof DriveFailure && ['not_found', 'denied'].includes(error.refusal)) return [];
    throw error;
  }
}

async function readFolder(tree: FolderWalk, { id, depth }: { id: string; depth: number }): Promise<void> {
  let pageToken: string | null = null;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await listFolder(tree.access, { folderId: id, pageToken, pageSize: 1_000 });
    for (const item of page.items) await take(tree, item, depth);
    pageToken = page.next;
    if (pageToken === null || tree.files.size > mostFiles) return;
  }
  throw new DriveFailure('away', 'no_end');
}

async function take(tree: FolderWalk, listed: DriveItem, depth: number): Promise<void> {
  const item = await resolved(tree.access, listed);
  if (!item || item.trashed) return;
  if (!isFolder(item)) return void tree.files.set(item.id, item);
  if (!tree.recursive || depth >= deepest || tree.seen.has(item.id)) return;
  tree.seen.add(item.id);
  tree.waiting.push({ id: item.id, depth: depth + 1 });
}

/** Returns the target of a shortcut; null if it is broken or leads in circles. Returns other items as they are. */
export async function resolved(access: DriveAccess, item: DriveItem): Promise<DriveItem | null> {
  let at = item;
  for (let step = 0; isShortcut(at); step++) {
    if (at.targetId === null || step === mostShortcuts) return null;
    const target = await readIfThere(access, at.targetId);
    if (!target) return null;
    at = target;
  }
  return at;
}

/** Returns null if the file does not exist or is not accessible; the drive does not distinguish the two. */
export async function readIfThere(access: DriveAccess, fileId: string): Promise<DriveItem | null> {
  try {
    return await readItem(access, fileId);
  } catch (error) {
    if (error instanceof DriveFailure && error.refusal === 'not_found') return null;
    throw error;
  }
}
