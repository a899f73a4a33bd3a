import type { Expectation, SuiteCase, WrittenCase } from '@desk/contract/suite';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { storableBeginning } from '../../platform/text/storable.logic.ts';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';
import { inOneLine } from '../../platform/text/as-read.logic.ts';
import { storedContext } from '../simulation/context.logic.ts';

/** Returns why a pattern of `must_match` cannot be used, or null. */
export type PatternFault = (pattern: string) => Sentence | null;

const shortName = 80;

/** Adds the defaults to a case. Leaves out empty members, so that a table and JSON give the same case. */
export function caseFrom(written: WrittenCase, id: string): SuiteCase {
  const { turns, mocks, provenance } = written;
  return {
    id,
    name: inOneLine(written.name ?? '') || nameOf(turns),
    tags: [...new Set(written.tags)],
    enabled: written.enabled ?? true,
    critical: written.critical ?? false,
    weight: written.weight ?? 1,
    context: storedContext(written.context ?? {}),
    turns: turns.map(({ customer, expect }) => ({ customer, ...(expect ? { expect: expectation(expect) } : {}) })),
    expect: expectation(written.expect ?? {}),
    repeat: written.repeat ?? 1,
    ...(mocks && Object.keys(mocks).length > 0 ? { mocks } : {}),
    ...(provenance && Object.keys(provenance).length > 0 ? { provenance } : {}),
  };
}

function nameOf(turns: WrittenCase['turns']): string {
  const lastMessage = inOneLine(turns.at(-1)?.customer ?? '');
  return lastMessage.length > shortName
    ? `${storableBeginning(lastMessage, shortName - 1)}…`
    : lastMessage || 'Untitled';
}

function expectation({ answer, ...members }: Expectation): Expectation {
  const kept = withoutEmpty(members);
  const content = withoutEmpty(answer ?? {});
  return Object.keys(content).length > 0 ? { ...kept, answer: content } : kept;
}

const withoutEmpty = <T extends object>(members: T): T =>
  // The cast is safe: members are only left out, and all are optional.
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as T;

/** Returns the faults that schemas cannot detect (duplicate ids, invalid patterns), with pointers into the suite. */
export function faultsOfCases(cases: readonly WrittenCase[], patternFault: PatternFault): FieldError[] {
  const seen = new Set<string>();
  return cases.flatMap((written, at) => {
    const path = `/cases/${at}`;
    const faults = faultsOfPatterns(written, path, patternFault);
    if (written.id !== undefined && seen.has(written.id))
      faults.push({ path: `${path}/id`, message: sentence`another case has this id` });
    if (written.id !== undefined) seen.add(written.id);
    return faults;
  });
}

/** Returns the faults of one case's patterns, with pointers below `path`. */
export function faultsOfPatterns(written: WrittenCase, path: string, patternFault: PatternFault): FieldError[] {
  const expectations: [string, Expectation | undefined][] = [
    [`${path}/expect`, written.expect],
    ...written.turns.map((turn, at): [string, Expectation | undefined] => [`${path}/turns/${at}/expect`, turn.expect]),
  ];
  return expectations.flatMap(([place, expect]) =>
    (expect?.answer?.must_match ?? []).flatMap((pattern, at) => {
      const message = patternFault(pattern);
      return message === null ? [] : [{ path: `${place}/answer/must_match/${at}`, message }];
    }),
  );
}

/** Whether the case asserts anything. */
export const expectsSomething = ({ expect, turns }: SuiteCase): boolean =>
  Object.keys(expect).length > 0 || turns.some((turn) => Object.keys(turn.expect ?? {}).length > 0);
