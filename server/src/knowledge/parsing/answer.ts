import Type from 'typebox';
import { Value } from 'typebox/value';
import type { ChildAnswer } from './order.ts';
import { parseFailures } from './failure.logic.ts';

const place = { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) };
const chunk = Type.Object({
  headingPath: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }),
  text: Type.String({ minLength: 1, maxLength: 40_000 }),
  ...place,
  page: Type.Union([Type.Integer(), Type.Null()]),
});
const answer = Type.Union([
  Type.Object({
    ok: Type.Literal(true),
    passages: Type.Object({
      title: Type.String(),
      chunks: Type.Array(chunk, { maxItems: 50_000 }),
      smuggled: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 5 }),
    }),
  }),
  Type.Object({ ok: Type.Literal(false), failure: Type.Enum([...parseFailures]) }),
]);

/** What the child said, or null: a hostile document may have taken the child over, so its words are input like any other. */
export function readAnswer(output: Buffer): ChildAnswer | null {
  try {
    const said: unknown = JSON.parse(output.toString('utf8'));
    return Value.Check(answer, said) ? said : null;
  } catch {
    return null;
  }
}
