import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { Option, type Command } from 'commander';
import {
  csvHeader,
  csvLine,
  everyOrganization,
  exportAuditLog,
  hashAt,
  record,
  verifyAuditChain,
  type NamedOrganization,
} from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope } from '../platform/database/transaction.ts';
import { say, sayJson } from './output.ts';
import { organizationNamed } from './people.ts';
import { operator, Refusal, withDesk, type Tools } from './tools.ts';

export function addAuditCommands(program: Command, tools: Tools, fail: () => void): void {
  const audit = program.command('audit').description('the audit log');
  audit
    .command('verify')
    .description('checks that no entry was changed, removed, inserted or moved; prints the digest of each newest entry')
    .option('--organization <slug or id>', 'only this one')
    .option(
      '--heads',
      'compares with an earlier --json output on standard input: finds entries that were removed from the end since',
    )
    .option('--json', 'the report as JSON; keep it where the owner of the database cannot change it')
    .action((options: VerifyOptions) =>
      withDesk(tools, async (desk) => {
        const reports = await verifyAll(desk, options);
        if (options.json) sayJson(reports);
        else for (const report of reports) say(lineOf(report));
        if (reports.some(({ broken }) => broken !== null)) fail();
      }),
    );
  audit
    .command('export')
    .description('every entry of an organization, oldest first, to standard output; the export is an entry itself')
    .requiredOption('--organization <slug or id>')
    .addOption(new Option('--format <format>').choices(['jsonl', 'csv']).default('jsonl'))
    .action((options: { organization: string; format: 'jsonl' | 'csv' }) =>
      withDesk(tools, async (desk) => {
        const scope = await organizationNamed(desk.db, options.organization);
        const acting = { ...scope, actor: operator(), origin: null };
        const subject = { type: 'audit_log', id: scope.organizationId };
        await inScope(desk.db, scope, async (tx) =>
          record(desk, tx, acting, { action: 'audit_log.exported', subject }),
        );
        await write(desk, scope, options.format);
      }),
    );
}

interface VerifyOptions {
  organization?: string;
  heads?: true;
  json?: true;
}

interface ChainCheck {
  organization_id: string;
  slug: string;
  entries: number;
  head: string | null;
  /** `cut`: the entry that was the newest in the kept head is missing or different now. */
  broken: { sequence: number; fault: 'missing' | 'unlinked' | 'altered' | 'cut' } | null;
}

async function verifyAll(desk: Desk, { organization, heads }: VerifyOptions): Promise<ChainCheck[]> {
  const kept = heads ? await readHeads() : [];
  const all =
    organization === undefined ? await everyOrganization(desk.db) : [await organizationNamed(desk.db, organization)];
  const verdicts: ChainCheck[] = [];
  for (const scope of all) verdicts.push(await verify(desk, scope, kept));
  const gone = organization === undefined ? kept.filter((each) => !all.some((one) => isOf(each, one))) : [];
  return [...verdicts, ...gone.map((each) => ({ ...each, broken: { sequence: each.entries, fault: 'cut' as const } }))];
}

async function verify(desk: Desk, scope: NamedOrganization, kept: ChainCheck[]): Promise<ChainCheck> {
  const { entries, head, broken } = await verifyAuditChain(desk, scope);
  const before = kept.find((each) => isOf(each, scope));
  const isCut = before?.head && (await hashAt(desk, scope, before.entries)) !== before.head;
  const cut = isCut ? { sequence: before.entries, fault: 'cut' as const } : null;
  return { organization_id: scope.organizationId, slug: scope.slug, entries, head, broken: broken ?? cut };
}

const isOf = (verdict: ChainCheck, { organizationId }: NamedOrganization) => verdict.organization_id === organizationId;

async function readHeads(): Promise<ChainCheck[]> {
  try {
    const read: unknown = await json(process.stdin);
    if (Array.isArray(read) && read.every(isVerdict)) return read;
  } catch {
    // Reported below.
  }
  throw new Refusal('Standard input is not what `frontdesk audit verify --json` writes.');
}

const isVerdict = (value: unknown): value is ChainCheck =>
  typeof value === 'object' && value !== null && 'organization_id' in value && 'head' in value && 'entries' in value;

const lineOf = ({ slug, entries, head, broken }: ChainCheck) =>
  broken
    ? `BROKEN ${slug}: ${broken.fault} at entry ${broken.sequence} of ${entries}`
    : `ok     ${slug}: ${entries} entries, head ${head ?? '-'}`;

async function write(desk: Desk, scope: NamedOrganization, format: 'jsonl' | 'csv'): Promise<void> {
  const out = process.stdout;
  if (format === 'csv') out.write(csvHeader);
  for await (const entry of exportAuditLog(desk, scope))
    if (!out.write(format === 'csv' ? csvLine(entry) : `${JSON.stringify(entry)}\n`)) await once(out, 'drain');
}
