import { outcomes } from '@desk/contract/decisions';
import type { AddCase, SuiteCase } from '@desk/contract/suite';

/** What the form holds: phrases one a line. */
export interface CaseValues {
  name: string;
  turns: string[];
  outcome: string | null;
  destination: string;
  include: string;
  exclude: string;
  tags: string[];
  critical: boolean;
  enabled: boolean;
}

/** A case as it may be sent, without what the server gives it. */
export type WrittenValues = Omit<AddCase, `from_${string}`> & Required<Pick<AddCase, 'turns' | 'expect'>>;

export function valuesOf(of?: SuiteCase): CaseValues {
  const { expect } = of ?? {};
  return {
    name: of?.name ?? '',
    turns: of?.turns.map(({ customer }) => customer) ?? [''],
    outcome: expect?.outcome ?? null,
    destination: expect?.destination ?? '',
    include: expect?.answer?.must_include?.join('\n') ?? '',
    exclude: expect?.answer?.must_not_include?.join('\n') ?? '',
    tags: [...(of?.tags ?? [])],
    critical: of?.critical ?? false,
    enabled: of?.enabled ?? true,
  };
}

/** The case with what the form says; what the form does not show stays as it was. Turns without words are left out. */
export function caseOf(values: CaseValues, before?: SuiteCase): WrittenValues {
  const { provenance: _provenance, ...kept } = before ?? {};
  const { must_include: _include, must_not_include: _exclude, ...answerKept } = before?.expect.answer ?? {};
  const answer = {
    ...answerKept,
    ...linesOf('must_include', values.include),
    ...linesOf('must_not_include', values.exclude),
  };
  const { outcome: _outcome, destination: _destination, answer: _answer, ...expectKept } = before?.expect ?? {};
  const outcome = outcomes.find((each) => each === values.outcome);
  return {
    ...kept,
    ...(values.name.trim() ? { name: values.name.trim() } : {}),
    turns: values.turns.flatMap((customer, index) =>
      customer.trim() ? [{ ...before?.turns[index], customer: customer.trim() }] : [],
    ),
    tags: values.tags,
    critical: values.critical,
    enabled: values.enabled,
    expect: {
      ...expectKept,
      ...(outcome ? { outcome } : {}),
      ...(values.destination.trim() ? { destination: values.destination.trim() } : {}),
      ...(Object.keys(answer).length > 0 ? { answer } : {}),
    },
  };
}

function linesOf(member: 'must_include' | 'must_not_include', text: string) {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 0 ? { [member]: lines } : {};
}
