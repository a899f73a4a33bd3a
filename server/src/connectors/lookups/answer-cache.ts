import { canonicalJson } from '../../platform/canonical-json.logic.ts';
import type { Desk } from '../../platform/desk.ts';
import { OrganizationCache } from '../../platform/organization-cache.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import type { Values } from '../templates/placeholders.logic.ts';
import type { TemplateRow } from '../templates/templates.store.ts';

interface CachedAnswer {
  body: unknown;
  until: number;
}

const mostKept = 2_000;
const answers = new OrganizationCache<Map<string, CachedAnswer>>({ most: mostKept, sizeOf: (kept) => kept.size });

interface LookupRequest {
  template: TemplateRow;
  connector: ConnectorRow;
  values: Values;
}

// Every change of the request or of its target changes the key.
const keyOf = ({ template, connector, values }: LookupRequest): string =>
  sha256(canonicalJson([template.id, template.version, connector.version, values])).toString('hex');

/** The cached response to the same request, within the template's `cache_seconds`; undefined if there is none. */
export function recall(desk: Desk, request: LookupRequest): unknown {
  if (request.template.definition.cache_seconds === 0) return undefined;
  const kept = answers.peek(desk, request.connector.organization_id)?.get(keyOf(request));
  return kept && kept.until > desk.clock.now().getTime() ? kept.body : undefined;
}

export function remember(desk: Desk, request: LookupRequest, body: unknown): void {
  const { cache_seconds } = request.template.definition;
  if (cache_seconds === 0) return;
  const now = desk.clock.now().getTime();
  const kept = answers.use(desk, request.connector.organization_id, () => new Map());
  for (const [key, { until }] of kept) if (until <= now || kept.size >= mostKept) kept.delete(key);
  kept.set(keyOf(request), { body, until: now + cache_seconds * 1000 });
  answers.makeRoom(desk);
}
