import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One change to the product's source. `find` must occur exactly once, so that a refactoring cannot silently disarm it. */
export interface Edit {
  file: string;
  find: string;
  put: string;
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Makes a copy of the product with these changes. `program` is its `main.ts`. */
export function mutate(edits: readonly Edit[]): { program: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'desk-mutant-'));
  for (const part of ['contract', 'server/src', 'server/migrations', 'server/package.json', 'package.json']) {
    cpSync(join(repository, part), join(root, part), {
      recursive: true,
      filter: (from) => !from.endsWith('node_modules'),
    });
  }
  // If two workspaces need different versions of a package, npm installs it in the workspace.
  for (const modules of ['node_modules', 'server/node_modules']) {
    if (existsSync(join(repository, modules))) symlinkSync(join(repository, modules), join(root, modules));
  }
  for (const { file, find, put } of edits) {
    const path = join(root, 'server/src', file);
    const parts = readFileSync(path, 'utf8').split(find);
    if (parts.length !== 2)
      throw new Error(`${file} holds this ${parts.length - 1} times, so the mutant is none: ${find}`);
    writeFileSync(path, parts.join(put));
  }
  return { program: join(root, 'server/src/main.ts'), remove: () => rmSync(root, { recursive: true }) };
}
