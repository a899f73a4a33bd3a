import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/** The files in a zip archive, by path. */
export async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (failed, zip) => {
      if (failed) return reject(failed);
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (broken, stream) => {
          if (broken) return reject(broken);
          void buffer(stream).then((bytes) => {
            files.set(entry.fileName, bytes);
            zip.readEntry();
          }, reject);
        }),
      );
      zip.once('end', resolve).once('error', reject);
      zip.readEntry();
    });
  });
  return files;
}
