import { detectType } from '../../parsing/index.ts';
import { DriveFailure, type DriveAccess } from './access.ts';
import { download, exportAs } from './client.ts';
import type { DriveItem } from './payload.logic.ts';
import { exportName, isTooLarge, readingOf } from './reading.logic.ts';

export interface DriveContent {
  bytes: Buffer;
  mediaType: string;
  fileName: string;
}

/** Returns the bytes of a file in a form that the parser can read. Throws `DriveFailure`; `unsupported` if there is none. */
export async function contentOf(access: DriveAccess, item: DriveItem): Promise<DriveContent> {
  const reading = readingOf(item.mediaType);
  switch (reading.kind) {
    case 'none':
      throw new DriveFailure('unsupported', 'media_type');
    case 'export': {
      const { bytes, mediaType } = await exportAs(access, item.id, reading.forms);
      return { bytes, mediaType, fileName: exportName(item.name, mediaType) };
    }
    case 'bytes': {
      if (isTooLarge(item)) throw new DriveFailure('too_large', 'size');
      const bytes = await download(access, item.id);
      // Detect the type: the drive's media type comes from the person who uploaded the file.
      const type = await detectType(bytes, item.name);
      if (!type) throw new DriveFailure('unsupported', 'content');
      return { bytes, mediaType: type.mediaType, fileName: item.name };
    }
  }
}
