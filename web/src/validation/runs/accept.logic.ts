import type { Assertion } from '@desk/contract/runs';
import type { Expectation, SuiteCase } from '@desk/contract/suite';

/** An expectation that gives way to what happened; `becomes` undefined: it is dropped. */
export interface Change extends Assertion {
  becomes: unknown;
}

export interface Accepted {
  turns: SuiteCase['turns'];
  expect: Expectation;
  changes: Change[];
}

type Json = Record<string, unknown> | unknown[];

/** The case with what happened in place of each expectation that did not hold. What held is expected as before. */
export function accept(
  { turns, expect }: Pick<SuiteCase, 'turns' | 'expect'>,
  assertions: readonly Assertion[],
): Accepted {
  const accepted: Pick<Accepted, 'turns' | 'expect'> = structuredClone({ turns, expect });
  const failed = assertions.filter(({ ok }) => !ok);
  const changes = failed.map((assertion): Change => ({ ...assertion, becomes: becomes(assertion) }));
  // From the end of each list, so that the places before stay what the pointers say.
  for (const { path, becomes: value } of changes.toReversed()) put(accepted, path.split('/').slice(1), value);
  return { ...accepted, changes };
}

/** Whether two versions of a case expect the same of the same words: only then the pointers of one fit the other. */
export const expectsTheSame = (one: Pick<SuiteCase, 'turns' | 'expect'>, other: Pick<SuiteCase, 'turns' | 'expect'>) =>
  JSON.stringify([one.turns, one.expect]) === JSON.stringify([other.turns, other.expect]);

/** A phrase or a name that was missing is not replaced by what stood there: nobody may have looked at all of it. */
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
