import type { Log } from '../../../platform/process/log.ts';
import { Unreadable } from './content/failure.logic.ts';
import { passagesOf, type ParseOrder, type ParseOutcome } from './parse.ts';
import { parseInSandbox } from './sandbox.ts';
import type { Format } from './content/shapes.logic.ts';

/** Texts up to this size are parsed in this process: they take one pass, and a child would cost more than the work. */
const shortText = 256 * 1024;

const scanned = new Set<Format>(['plain', 'markdown', 'csv']);

/**
 * Parses a document: in this process if it is a short text, otherwise in the sandbox. It throws only because of a bug of
 * ours, never because of a document.
 */
export async function readDocument(log: Log, order: ParseOrder, bytes: Buffer): Promise<ParseOutcome> {
  const isText = scanned.has(order.format);
  return isText && bytes.length <= shortText ? readHere(order, bytes) : parseInSandbox(log, order, bytes);
}

async function readHere(order: ParseOrder, bytes: Buffer): Promise<ParseOutcome> {
  try {
    return { ok: true, passages: await passagesOf(bytes, order) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, failure: error.failure };
    throw error;
  }
}
