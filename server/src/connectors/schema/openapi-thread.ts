import { parentPort, workerData } from 'node:worker_threads';
import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import { storableJson } from '../../platform/text/storable.logic.ts';
import { namedPlaces } from './named-places.logic.ts';
import { hashOf } from './shape-hash.ts';
import { Refused, shapeOf, type ServiceShape } from './openapi.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** Runs in a thread of its own, so that a hostile document does not block the process. */
async function read(file: string): Promise<ServiceShape> {
  const text = file.replace(/^\uFEFF/, '');
  const document: unknown = text.trimStart().startsWith('{')
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: 200, prettyErrors: false });
  const { openapi, swagger } = (typeof document === 'object' && document !== null ? document : {}) as {
    openapi?: unknown;
    swagger?: unknown;
  };
  if (swagger !== undefined)
    throw new Refused(
      sentence`It is a Swagger 2.0 document. Convert it to OpenAPI 3, which most tools for Swagger can do.`,
    );
  if (typeof openapi !== 'string' || !/^3\.[01]\./.test(openapi))
    throw new Refused(sentence`It is not an OpenAPI document of version 3.0 or 3.1.`);
  // Fetch nothing: a reference out of the document is refused where it is resolved.
  const references = await SwaggerParser.resolve(document as never, {
    resolve: { external: false, file: false, http: false },
  });
  const named = namedPlaces(document);
  const found = new Map<string, unknown>();
  const shape = shapeOf(document, (reference, from) => {
    const byName = named.at(reference, from);
    if (byName !== undefined) return byName;
    if (!found.has(reference)) found.set(reference, partAt(references, reference));
    return found.get(reference);
  });
  // The document contains a shared part once; the shape repeats it at each reference.
  if (JSON.stringify(shape).length > mostCharacters) throw new Refused(sentence`It describes more than can be kept.`);
  return storableJson(shape) as ServiceShape;
}

const mostCharacters = 16 * 1024 * 1024;

function partAt(references: Awaited<ReturnType<typeof SwaggerParser.resolve>>, reference: string): unknown {
  const shown = reference.slice(0, 100);
  if (!reference.startsWith('#'))
    throw new Refused(sentence`It refers to another document (${shown}); only references inside it are read.`);
  try {
    return references.get(reference);
  } catch {
    throw new Refused(sentence`It refers to something that it does not contain (${shown}).`);
  }
}

read(String(workerData)).then(
  (shape) => parentPort?.postMessage({ kind: 'read', shape, hash: hashOf(shape) }),
  (error: unknown) => {
    const detail =
      error instanceof Refused
        ? error.why
        : sentence`It cannot be read: it is neither JSON nor YAML, or its references lead nowhere.`;
    parentPort?.postMessage({ kind: 'refused', detail });
  },
);
