import Type from 'typebox';
import { Value } from 'typebox/value';
import type { ParseOutcome } from './parse.ts';
import { parseFailures } from './content/failure.logic.ts';

const place = { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) };
const chunk = Type.Object({
  headingPath: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }),
  text: Type.String({ minLength: 1, maxLength: 40_000 }),
  ...place,
  page: Type.Union([Type.Integer(), Type.Null()]),
});
const mostChunks = 50_000;
const chunks = Type.Array(chunk, { maxItems: mostChunks });
const hiddenInstructions = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 5 });
const beginning = Type.Union([
  Type.Object({ ok: Type.Literal(true), passages: Type.Object({ title: Type.String(), chunks, hiddenInstructions }) }),
  Type.Object({ ok: Type.Literal(false), failure: Type.Enum([...parseFailures]) }),
]);

/** Characters of passages and their headings in a line; a single passage is never longer. */
const lineSize = 200_000;
/** What JSON adds to a passage: the names of its members, and its place. */
const frame = 100;
const longestLine = 8 * lineSize;

/** The answer in the lines that the child writes. A large document takes several lines, so that none takes long to parse. */
export function* linesOf(answer: ParseOutcome): Generator<string> {
  if (!answer.ok) return yield `${JSON.stringify(answer)}\n`;
  const [first = [], ...rest] = inLines(answer.passages.chunks);
  yield `${JSON.stringify({ ok: true, passages: { ...answer.passages, chunks: first } })}\n`;
  for (const some of rest) yield `${JSON.stringify(some)}\n`;
}

function inLines<C extends { text: string; headingPath: readonly string[] }>(all: readonly C[]): C[][] {
  const lines: C[][] = [];
  let size = 0;
  for (const each of all) {
    const open = lines.at(-1);
    const more = frame + each.text.length + each.headingPath.join().length;
    if (open && size + more <= lineSize) open.push(each);
    else {
      lines.push([each]);
      size = 0;
    }
    size += more;
  }
  return lines;
}

/** Parses the child's output as it arrives, line by line. */
export interface AnswerReader {
  take(part: Buffer): void;
  /** Returns the whole answer, or null if it is invalid: a hostile document may control the child, so its output is untrusted. */
  result(): ParseOutcome | null;
}

export function createAnswerReader(): AnswerReader {
  let open: Buffer[] = [];
  let length = 0;
  let answer: ParseOutcome | null = null;
  let isInvalid = false;

  function end(): void {
    const line = Buffer.concat(open).toString('utf8');
    [open, length] = [[], 0];
    if (line === '' || isInvalid) return;
    const longer = withLine(answer, line);
    isInvalid = longer === null;
    answer = longer;
  }

  function append(part: Buffer): void {
    length += part.length;
    if (length > longestLine) isInvalid = true;
    if (!isInvalid) open.push(part);
  }

  return {
    take(part) {
      let rest = part;
      for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
        append(rest.subarray(0, at));
        end();
        rest = rest.subarray(at + 1);
      }
      append(rest);
    },
    result() {
      end();
      return isInvalid ? null : answer;
    },
  };
}

function withLine(before: ParseOutcome | null, line: string): ParseOutcome | null {
  const value = valueOf(line);
  if (before === null) return Value.Check(beginning, value) ? value : null;
  if (!before.ok || !Value.Check(chunks, value)) return null;
  const all = before.passages.chunks;
  all.push(...value);
  return all.length > mostChunks ? null : before;
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
