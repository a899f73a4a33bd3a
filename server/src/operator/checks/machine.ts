import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameServers } from '../../channels/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { errorCode } from '../../platform/database/database.ts';
import { readAllowList } from '../../platform/egress/egress-policy.ts';
import { checkRelay } from '../../platform/egress/smtp.ts';
import { fail, ok, warn, type CheckResult } from './finding.logic.ts';

/** Checks the data directory, key files, allow list, mail relay and host names: everything except the database. */
export async function findingsOfMachine(config: Config): Promise<CheckResult[]> {
  return [dataDirectory(config), ...keyFiles(config), allowList(config), await relay(config), await names(config)];
}

function dataDirectory({ DATA_DIR }: Config): CheckResult {
  try {
    mkdirSync(DATA_DIR, { recursive: true });
    accessSync(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok('DATA_DIR', `${DATA_DIR} can be written.`);
  } catch (error) {
    return fail(
      'DATA_DIR',
      `${DATA_DIR} cannot be written (${errorCode(error)}).`,
      'Make the user of the service its owner.',
    );
  }
}

function keyFiles({ DATA_DIR }: Config): CheckResult[] {
  const open = ['secret.key', 'email-inbound.secret']
    .map((file) => join(DATA_DIR, file))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
  return open.map((path) => fail('key files', `Others can read ${path}.`, `chmod 600 ${path}`));
}

function allowList({ EGRESS_ALLOW }: Config): CheckResult {
  const check = 'EGRESS_ALLOW';
  try {
    readAllowList(EGRESS_ALLOW);
  } catch {
    return fail(check, 'An entry cannot be read.', 'Write hosts, addresses or networks with a port: 10.1.0.0/16:443.');
  }
  if (/(?:^|[\s,[])(?:0\.0\.0\.0|::)\/0/.test(EGRESS_ALLOW))
    return warn(check, 'It allows every address.', 'Name the hosts or networks that are needed.');
  return ok(check, EGRESS_ALLOW === '' ? 'Only public addresses may be reached.' : EGRESS_ALLOW);
}

async function relay({ SMTP_URL }: Config): Promise<CheckResult> {
  const check = 'outbound mail';
  if (!SMTP_URL)
    return warn(check, 'SMTP_URL is not set: mail is kept, not sent.', 'Set it; meanwhile see `frontdesk mail list`.');
  const fault = await checkRelay(SMTP_URL, 5_000);
  if (fault === null) return ok(check, 'The relay answers and accepts the credentials.');
  return fail(check, `The relay cannot be used (${fault}).`, 'Check host, port, user and password in SMTP_URL.');
}

const noRecord = new Set(['ENODATA', 'ENOTFOUND']);

async function names(config: Config): Promise<CheckResult> {
  const check = 'name servers';
  const domain = config.EMAIL_INBOUND_DOMAIN;
  const remedy = 'Check DNS_SERVERS, or the resolver of this machine.';
  try {
    const found = await nameServers(config).resolveMx(domain);
    return ok(check, `${domain} receives mail at ${found.map(({ exchange }) => exchange).join(', ')}.`);
  } catch (error) {
    if (!noRecord.has(errorCode(error))) return fail(check, `They do not answer (${errorCode(error)}).`, remedy);
    if (domain === 'localhost') return ok(check, 'They answer. EMAIL_INBOUND_DOMAIN is not set: no mail comes in.');
    return warn(check, `${domain} has no MX record.`, 'Point one at the service that delivers inbound mail.');
  }
}
