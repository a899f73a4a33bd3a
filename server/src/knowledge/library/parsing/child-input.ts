import { Unreadable, type ParseFailure } from './content/failure.logic.ts';
import { passagesOf, type ParseOrder, type ParseOutcome } from './parse.ts';

/** Carries out the order that the child reads from its input: a line of JSON, followed by the bytes of the document. */
export async function answerTo(input: Buffer): Promise<ParseOutcome> {
  const end = input.indexOf(0x0a);
  const order = JSON.parse(input.subarray(0, end).toString('utf8')) as ParseOrder;
  try {
    return { ok: true, passages: await passagesOf(input.subarray(end + 1), order) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): ParseFailure {
  if (error instanceof Unreadable) return error.failure;
  const tooMuch =
    error instanceof RangeError && /allocation failed|Invalid \w* ?length|call stack/i.test(error.message);
  return tooMuch ? 'too_large' : 'corrupt';
}
