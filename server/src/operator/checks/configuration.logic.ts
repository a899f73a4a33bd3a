import { fail, ok, warn, type CheckResult } from './finding.logic.ts';

interface InstallationConfig {
  NODE_ENV: string;
  PUBLIC_URL: string;
  EGRESS_ALLOW_METADATA: string;
  SECRET_KEY_PREVIOUS: string;
  REGISTRATION: string;
  CLOUD_DRIVE_SERVICE_ACCOUNT: string;
  CLOUD_DRIVE_SERVICE_ACCOUNT_FOR: string;
}

/** Checks the environment variables alone. */
export const findingsOfConfiguration = (config: InstallationConfig): CheckResult[] => [
  publicUrl(config),
  ...(config.EGRESS_ALLOW_METADATA === '1' ? [metadata] : []),
  ...(config.SECRET_KEY_PREVIOUS ? [rotation] : []),
  ...(isOpenDrive(config) ? [openDrive] : []),
];

const metadata = warn(
  'requests that leave',
  'EGRESS_ALLOW_METADATA=1: an address of a metadata service in EGRESS_ALLOW may be reached.',
  'Unset it unless you know why it is set.',
);

const rotation = warn(
  'key rotation',
  'SECRET_KEY_PREVIOUS is set: a rotation is going on.',
  'Run `frontdesk rekey`, then drop it.',
);

const isOpenDrive = (config: InstallationConfig) =>
  config.CLOUD_DRIVE_SERVICE_ACCOUNT !== '' &&
  config.CLOUD_DRIVE_SERVICE_ACCOUNT_FOR === '' &&
  config.REGISTRATION === 'open';

const openDrive = warn(
  'cloud drive',
  'Anyone who registers here can read what is shared with the service account.',
  'Name the organizations that may in CLOUD_DRIVE_SERVICE_ACCOUNT_FOR, or set REGISTRATION=invite.',
);

function publicUrl({ PUBLIC_URL, NODE_ENV }: InstallationConfig): CheckResult {
  const check = 'PUBLIC_URL';
  const remedy =
    'Set PUBLIC_URL to the address that browsers and vendors use, without a path: https://desk.example.com.';
  const parts = /^(https?):\/\/(\[[0-9a-f:]+\]|[^/:?#@\s]+)(?::\d+)?(.*)$/i.exec(PUBLIC_URL);
  if (!parts) return fail(check, `${PUBLIC_URL} is not an http or https address.`, remedy);
  const [, scheme = '', host = '', rest = ''] = parts;
  if (rest !== '') return fail(check, `${PUBLIC_URL} has a path or a query.`, remedy);
  const isLocal = /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(host);
  if (isLocal && NODE_ENV === 'production')
    return warn(check, `${PUBLIC_URL}: vendors cannot reach webhooks there.`, remedy);
  if (!isLocal && scheme.toLowerCase() === 'http')
    return warn(check, `${PUBLIC_URL}: passwords and tokens would travel in the clear.`, remedy);
  return ok(check, PUBLIC_URL);
}
