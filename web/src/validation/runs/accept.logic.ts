import type { Assertion } from '@desk/contract/runs';
import type { Expectation, SuiteCase } from '@desk/contract/suite';

/** An expectation that the actual result replaces; `becomes` is undefined if it is dropped. */
export interface Change extends Assertion {
  becomes: unknown;
}

export interface Accepted {
  turns: SuiteCase['turns'];
  expect: Expectation;
  changes: Change[];
}

type Json = Record<string, unknown> | unknown[];

/** The case with the actual result in place of each failed expectation. Expectations that held stay. */
export function accept(
  { turns, expect }: Pick<SuiteCase, 'turns' | 'expect'>,
  assertions: readonly Assertion[],
): Accepted {
  const accepted: Pick<Accepted, 'turns' | 'expect'> = structuredClone({ turns, expect });
  const failed = assertions.filter(({ ok }) => !ok);
  const changes = failed.map((assertion): Change => ({ ...assertion, becomes: becomes(assertion) }));
  // Go from the end of each list, so that a removal does not shift the positions of the other pointers.
  for (const { path, becomes: value } of changes.toReversed()) put(accepted, path.split('/').slice(1), value);
  return { ...accepted, changes };
}

/** True if two versions of a case have the same turns and expectations: only then the pointers of one fit the other. */
export const expectsTheSame = (one: Pick<SuiteCase, 'turns' | 'expect'>, other: Pick<SuiteCase, 'turns' | 'expect'>) =>
  JSON.stringify([one.turns, one.expect]) === JSON.stringify([other.turns, other.expect]);

/** A missing phrase or name is dropped, not replaced by the actual text, which perhaps nobody has checked in full. */
function becomes({ path, actual }: Assertion): unknown {
  const last = path.split('/').at(-1) ?? '';
  if (/^\d+$/.test(last) || actual === null) return undefined;
  if (Array.isArray(actual)) return actual.length > 0 ? [...new Set(actual)] : undefined;
  return last === 'confidence_min' && typeof actual === 'number' ? Math.floor(actual * 100) / 100 : actual;
}

function put(within: Json, [step = '', ...rest]: string[], value: unknown): void {
  const at = step as keyof Json;
  if (rest.length > 0) {
    const next = within[at] as Json | undefined;
    if (next) put(next, rest, value);
    if (Array.isArray(next) && next.length === 0) delete within[at];
  } else if (value !== undefined) Object.assign(within, { [step]: value });
  else if (Array.isArray(within)) within.splice(Number(step), 1);
  else delete within[at];
}
