import type { Access } from './handler.ts';

interface Operation {
  method: string;
  access: Access<unknown>['name'] | undefined;
}

const scopeHeaders = {
  'x-organization-id': { type: 'string', format: 'uuid', description: 'Chooses among the organizations of the caller' },
  'x-workspace-id': { type: 'string', format: 'uuid', description: 'Chooses a workspace within it' },
};
const onceHeader = {
  'idempotency-key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'The same request under the same key within 24 hours gets the first answer again',
  },
};
const versionHeader = {
  'if-match': { type: 'string', description: 'The ETag of the version that is to be changed, or *; else 412' },
};

/** The request headers that an operation understands; for the document only, as `http.ts` and `access` read them. */
export function headersOf({ method, access }: Operation) {
  if (!access || access === 'anyone' || access === 'signature') return null;
  const properties = {
    ...scopeHeaders,
    ...(method === 'POST' ? onceHeader : {}),
    ...(['PATCH', 'PUT', 'DELETE'].includes(method) ? versionHeader : {}),
  };
  return { type: 'object', properties };
}
