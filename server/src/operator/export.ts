import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { archiveOfOrganization } from '../access/index.ts';
import { hint, sayJson } from './output.ts';
import { organizationNamed } from './people.ts';
import { operator, withDesk, type Tools } from './tools.ts';

/** Writes the same archive as the API, to a file of the operator's. */
export function addExport(program: Command, tools: Tools): void {
  program
    .command('export')
    .description('writes everything of an organization, without secrets, to a zip file; the export is an audit entry')
    .requiredOption('--org, --organization <slug or id>')
    .requiredOption('--out <file>', 'the archive; an existing file is replaced once the archive is complete')
    .option('--json', 'the answer as JSON')
    .action((options: { organization: string; out: string; json?: true }) =>
      withDesk(tools, async (desk) => {
        const scope = await organizationNamed(desk.db, options.organization);
        const file = resolve(tools.calledFrom, options.out);
        const archive = await archiveOfOrganization(desk, { ...scope, actor: operator(), origin: null });
        const bytes = await save(archive, file);
        if (options.json) return sayJson({ organization_id: scope.organizationId, file, bytes });
        hint(`${file} (${bytes} bytes)`);
      }),
    );
}

async function save(archive: NodeJS.ReadableStream, file: string): Promise<number> {
  const partial = `${file}.partial`;
  try {
    const out = createWriteStream(partial, { mode: 0o600 });
    await pipeline(archive, out);
    await rename(partial, file);
    return out.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
