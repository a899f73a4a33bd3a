import type { TemplateInput } from '@desk/contract/templates';
import { referenceIn } from '../../platform/text/reference.logic.ts';
import type { Scalar, Values } from './placeholders.logic.ts';

/** What inputs may be taken from, besides constants. */
export interface InputSources {
  question: string;
  /** The question that it completes, where we had asked back: looked at where the new words have no number. */
  before?: string;
  channel: string;
  language: string | null;
  customer: { email: string | null; externalId: string | null; verified: boolean };
}

export interface Gathered {
  values: Values;
  /** Required inputs that have no value, by name. */
  missing: string[];
}

/** For a customer's question. Identifiers come from the verified customer only, never from what they write. */
export const gather = (inputs: readonly TemplateInput[], asked: InputSources): Gathered =>
  collect(inputs, (input) => sourced(input, asked));

/** For a test: what was entered, else the constant or the example. */
export const gatherEntered = (
  inputs: readonly TemplateInput[],
  entered: Readonly<Record<string, Scalar | null>>,
): Gathered =>
  collect(inputs, (input) => {
    const given = Object.hasOwn(entered, input.name) ? entered[input.name] : undefined;
    return given ?? (input.source === 'constant' ? input.value : input.example) ?? undefined;
  });

/** Null where the value is not of the type that the input has. */
export function typed(value: Scalar, type: TemplateInput['type']): Scalar | null {
  switch (type) {
    case 'string':
      return String(value);
    case 'boolean':
      return asTruth(value);
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
      return Number.isFinite(number) && (type === 'number' || Number.isSafeInteger(number)) ? number : null;
    }
  }
}

function asTruth(value: Scalar): boolean | null {
  if (typeof value === 'boolean') return value;
  return value === 'true' || value === 'false' ? value === 'true' : null;
}

function collect(
  inputs: readonly TemplateInput[],
  valueOf: (input: TemplateInput) => Scalar | null | undefined,
): Gathered {
  const values: Record<string, Scalar> = {};
  const missing: string[] = [];
  for (const input of inputs) {
    const raw = valueOf(input);
    const value = raw === undefined || raw === null || raw === '' ? null : typed(raw, input.type);
    if (value !== null) values[input.name] = value;
    else if (input.required !== false) missing.push(input.name);
  }
  return { values, missing };
}

function sourced(
  input: TemplateInput,
  { question, before = '', customer, ...conversation }: InputSources,
): Scalar | null | undefined {
  switch (input.source) {
    case 'constant':
      return input.value;
    case 'customer.email':
      return customer.verified ? customer.email : null;
    case 'customer.external_id':
      return customer.verified ? customer.externalId : null;
    case 'message':
    case 'model':
      return referenceIn(question) ?? referenceIn(before);
    case 'conversation':
      return input.value === 'language' ? conversation.language : conversation.channel;
  }
}
