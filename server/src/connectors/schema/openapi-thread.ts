import { parentPort, workerData } from 'node:worker_threads';
import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import { Refused, shapeOf } from './openapi.logic.ts';

/** Runs in a thread of its own: a hostile document may keep it busy, and nobody else. */
async function read(text: string): Promise<unknown> {
  const document: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 200 });
  const { openapi } = (typeof document === 'object' && document !== null ? document : {}) as { openapi?: unknown };
  if (typeof openapi !== 'string' || !/^3\.[01]\./.test(openapi))
    throw new Refused('It is no OpenAPI document of version 3.0 or 3.1.');
  const strangers = foreignReference(document);
  if (strangers)
    throw new Refused(
      `It refers to another document (${strangers.slice(0, 100)}); only references inside it are read.`,
    );
  // What refers to itself stays a reference, so that nothing grows without end.
  const resolved = await SwaggerParser.dereference(document as never, {
    resolve: { external: false, file: false, http: false },
    dereference: { circular: 'ignore' },
  });
  return shapeOf(resolved);
}

function foreignReference(document: unknown): string | null {
  const waiting: unknown[] = [document];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (typeof each !== 'object' || each === null || seen.has(each)) continue;
    seen.add(each);
    const { $ref } = each as { $ref?: unknown };
    if (typeof $ref === 'string' && !$ref.startsWith('#')) return $ref;
    waiting.push(...Object.values(each));
  }
  return null;
}

read(String(workerData)).then(
  (shape) => parentPort?.postMessage({ kind: 'read', shape }),
  (error: unknown) => {
    const detail =
      error instanceof Refused
        ? error.message
        : 'It cannot be read: it is neither JSON nor YAML, or its references lead nowhere.';
    parentPort?.postMessage({ kind: 'refused', detail });
  },
);
