import type { Egress } from '../egress/egress.ts';
import type { Probe } from './language-model.ts';
import type { Provider } from './provider.ts';

const probeMilliseconds = 8_000;

/** Asks for the list of models: it needs the address and the key, and costs nothing. */
export async function probe(egress: Egress, { list }: Provider, chatModel: string): Promise<Probe> {
  try {
    const answer = await egress.fetch(list.url, { headers: list.headers, timeoutMs: probeMilliseconds });
    if (answer.status === 401 || answer.status === 403) return 'unauthorized';
    if (answer.status === 404 || answer.status === 405) return 'not_listed';
    if (answer.status !== 200) return 'failing';
    const names = namesIn(await answer.json().catch(() => null));
    if (names === null) return 'not_listed';
    // Ollama lists `name:latest` for what is asked for as `name`.
    return names.some((name) => name === chatModel || name === `${chatModel}:latest`) ? 'ok' : 'model_missing';
  } catch {
    return 'unreachable';
  }
}

/** `{data:[{id}]}`, as both providers write it. */
function namesIn(body: unknown): string[] | null {
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  if (!Array.isArray(data)) return null;
  return data.flatMap((each: { id?: unknown } | null) => (typeof each?.id === 'string' ? [each.id] : []));
}
