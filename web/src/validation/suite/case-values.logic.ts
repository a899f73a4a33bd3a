import { channels } from '@desk/contract/conversations';
import { outcomes } from '@desk/contract/decisions';
import type { AddCase, SuiteCase } from '@desk/contract/suite';

/** The values of the form; a phrase is one line. */
export interface CaseValues {
  name: string;
  turns: string[];
  /** Null means e-mail, as in a simulation. */
  channel: string | null;
  verified: boolean;
  outcome: string | null;
  destination: string;
  sources: string[];
  include: string;
  exclude: string;
  tags: string[];
  critical: boolean;
  enabled: boolean;
}

/** A case as it is sent, without the members that the server adds. */
export type WrittenValues = Omit<AddCase, `from_${string}`> & Required<Pick<AddCase, 'turns' | 'expect'>>;

export function valuesOf(of?: SuiteCase): CaseValues {
  const { expect } = of ?? {};
  return {
    name: of?.name ?? '',
    turns: of?.turns.map(({ customer }) => customer) ?? [''],
    channel: of?.context.channel ?? null,
    verified: of?.context.customer?.verified ?? false,
    outcome: expect?.outcome ?? null,
    destination: expect?.destination ?? '',
    sources: [...(expect?.sources_any ?? [])],
    include: expect?.answer?.must_include?.join('\n') ?? '',
    exclude: expect?.answer?.must_not_include?.join('\n') ?? '',
    tags: [...(of?.tags ?? [])],
    critical: of?.critical ?? false,
    enabled: of?.enabled ?? true,
  };
}

/** Applies the form to the case; parts that the form does not show stay unchanged. Empty turns are left out. */
export function caseOf(values: CaseValues, before?: SuiteCase): WrittenValues {
  const { provenance: _provenance, ...kept } = before ?? {};
  const { must_include: _include, must_not_include: _exclude, ...answerKept } = before?.expect.answer ?? {};
  const answer = {
    ...answerKept,
    ...linesOf('must_include', values.include),
    ...linesOf('must_not_include', values.exclude),
  };
  const {
    outcome: _outcome,
    destination: _destination,
    sources_any: _sources,
    answer: _answer,
    ...expectKept
  } = before?.expect ?? {};
  const outcome = outcomes.find((each) => each === values.outcome);
  return {
    ...kept,
    ...(values.name.trim() ? { name: values.name.trim() } : {}),
    turns: values.turns.flatMap((customer, index) =>
      customer.trim() ? [{ ...before?.turns[index], customer: customer.trim() }] : [],
    ),
    context: contextOf(values, before),
    tags: values.tags,
    critical: values.critical,
    enabled: values.enabled,
    expect: {
      ...expectKept,
      ...(outcome ? { outcome } : {}),
      ...(values.destination.trim() ? { destination: values.destination.trim() } : {}),
      ...(values.sources.length > 0 ? { sources_any: values.sources } : {}),
      ...(Object.keys(answer).length > 0 ? { answer } : {}),
    },
  };
}

function contextOf({ channel, verified }: CaseValues, before?: SuiteCase) {
  const { channel: _channel, customer, ...kept } = before?.context ?? {};
  const chosen = channels.find((each) => each === channel);
  const { verified: _verified, ...who } = customer ?? {};
  const identity = verified ? { ...who, verified } : who;
  return {
    ...kept,
    ...(chosen ? { channel: chosen } : {}),
    ...(Object.keys(identity).length > 0 ? { customer: identity } : {}),
  };
}

function linesOf(member: 'must_include' | 'must_not_include', text: string) {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 0 ? { [member]: lines } : {};
}
