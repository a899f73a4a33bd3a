import { Unreadable, type ParseFailure } from './content/failure.logic.ts';
import { passagesOf, type ParseOrder, type Passages } from './parse.ts';

export type ChildAnswer = { ok: true; passages: Passages } | { ok: false; failure: ParseFailure };

/** Answers an order. `input` is the order as a line of JSON, then the bytes of the document. */
export async function answerTo(input: Buffer): Promise<ChildAnswer> {
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
