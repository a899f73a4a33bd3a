import type { Channel } from '@desk/contract/conversations';
import type { TemplateInput } from '@desk/contract/templates';
import { referenceIn } from '../../platform/text/reference.logic.ts';
import type { Scalar, Values } from './placeholders.logic.ts';

/** The sources of inputs besides constants. */
export interface InputSources {
  question: string;
  /** The customer's earlier question, if we had asked back: searched if the new message has no number. */
  before?: string;
  channel: Channel;
  language: string | null;
  customer: { email: string | null; externalId: string | null; verified: boolean };
}

export interface Gathered {
  values: Values;
  /** Required inputs that have no value, by name. */
  missing: string[];
}

/** Values for a customer's question. Identifiers come from the verified customer only, never from the message. */
export const gather = (inputs: readonly TemplateInput[], asked: InputSources): Gathered =>
  collect(inputs, (input) => sourced(input, asked));

/** Values for a test: the entered value, else the constant or the example. */
export const gatherEntered = (
  inputs: readonly TemplateInput[],
  entered: Readonly<Record<string, Scalar | null>>,
): Gathered =>
  collect(inputs, (input) => {
    const given = Object.hasOwn(entered, input.name) ? entered[input.name] : undefined;
    return given ?? (input.source === 'constant' ? input.value : input.example) ?? undefined;
  });

/** Converts the value to the input's type; returns null if that is impossible. */
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
