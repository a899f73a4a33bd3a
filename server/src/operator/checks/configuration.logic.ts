import type { Finding } from './finding.ts';

interface Configured {
  NODE_ENV: string;
  PUBLIC_URL: string;
  EGRESS_ALLOW_METADATA: string;
  SECRET_KEY_PREVIOUS: string;
}

/** What can be told from the variables alone. */
export const findingsOfConfiguration = (config: Configured): Finding[] => [
  publicUrl(config),
  ...(config.EGRESS_ALLOW_METADATA === '1'
    ? [
        {
          check: 'requests that leave',
          state: 'warn' as const,
          detail: 'EGRESS_ALLOW_METADATA=1: an address of a metadata service in EGRESS_ALLOW may be reached.',
          remedy: 'Unset it unless you know why it is set.',
        },
      ]
    : []),
  ...(config.SECRET_KEY_PREVIOUS
    ? [
        {
          check: 'key rotation',
          state: 'warn' as const,
          detail: 'SECRET_KEY_PREVIOUS is set: a rotation is going on.',
          remedy: 'Run `frontdesk rekey`, then drop it.',
        },
      ]
    : []),
];

function publicUrl({ PUBLIC_URL, NODE_ENV }: Configured): Finding {
  const check = 'PUBLIC_URL';
  const remedy =
    'Set PUBLIC_URL to the address that browsers and vendors use, without a path: https://desk.example.com.';
  const parts = /^(https?):\/\/(\[[0-9a-f:]+\]|[^/:?#@\s]+)(?::\d+)?(.*)$/i.exec(PUBLIC_URL);
  if (!parts) return { check, state: 'fail', detail: `${PUBLIC_URL} is not an http or https address.`, remedy };
  const [, scheme = '', host = '', rest = ''] = parts;
  if (rest !== '') return { check, state: 'fail', detail: `${PUBLIC_URL} has a path or a query.`, remedy };
  const isLocal = /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(host);
  if (isLocal && NODE_ENV === 'production')
    return { check, state: 'warn', detail: `${PUBLIC_URL}: vendors cannot reach webhooks there.`, remedy };
  if (!isLocal && scheme.toLowerCase() === 'http')
    return { check, state: 'warn', detail: `${PUBLIC_URL}: passwords and tokens would travel in the clear.`, remedy };
  return { check, state: 'ok', detail: PUBLIC_URL };
}
