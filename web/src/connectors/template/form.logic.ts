import type { CreateTemplate, Template, TemplateInput, TemplateMethod, UpdateTemplate } from '@desk/contract/templates';

export interface Pair {
  name: string;
  value: string;
}

export interface InputRow {
  name: string;
  type: TemplateInput['type'];
  source: TemplateInput['source'];
  required: boolean;
  value: string;
  example: string;
}

/** The template as form values: every value is text, and lists are rows. */
export interface FormValues {
  name: string;
  description: string;
  method: TemplateMethod;
  path: string;
  query: Pair[];
  headers: Pair[];
  body: string;
  inputs: InputRow[];
  output: Pair[];
  answer: Pair[];
  requires_verified_customer: boolean;
  owner_match: string;
  use: 'answer' | 'facts';
  effect: 'read' | 'write';
  cache_seconds: number;
  enabled: boolean;
}

export const emptyInput: InputRow = {
  name: '',
  type: 'string',
  source: 'message',
  required: true,
  value: '',
  example: '',
};

const emptyForm: FormValues = {
  name: '',
  description: '',
  method: 'GET',
  path: '/',
  query: [],
  headers: [],
  body: '',
  inputs: [],
  output: [],
  answer: [],
  requires_verified_customer: true,
  owner_match: '',
  use: 'answer',
  effect: 'read',
  cache_seconds: 0,
  enabled: true,
};

const pairsOf = (record: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

const recordOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]));

const textOf = (value: string | number | boolean | null | undefined): string => String(value ?? '');

export function formOf(template: Template | null): FormValues {
  if (!template) return emptyForm;
  const { name, method, path, effect, use, cache_seconds, enabled, requires_verified_customer } = template;
  return {
    name,
    method,
    path,
    effect,
    use,
    cache_seconds,
    enabled,
    requires_verified_customer,
    description: template.description ?? '',
    query: pairsOf(template.query),
    headers: pairsOf(template.headers),
    body: template.body === null || template.body === undefined ? '' : JSON.stringify(template.body, null, 2),
    inputs: template.inputs.map((input) => ({
      name: input.name,
      type: input.type,
      source: input.source,
      required: input.required ?? true,
      value: textOf(input.value),
      example: textOf(input.example),
    })),
    output: pairsOf(template.output),
    answer: pairsOf(template.answer ?? {}),
    owner_match: template.owner_match ?? '',
  };
}

/** Converts a text to the type of its input. Text that is not a number stays text, so that the server can say what is wrong with it. */
export function typed(text: string, type: TemplateInput['type']): string | number | boolean {
  if (type === 'boolean') return text === 'true';
  if (type === 'string') return text;
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

const inputOf = ({ name, type, source, required, value, example }: InputRow): TemplateInput => ({
  name: name.trim(),
  type,
  source,
  required,
  ...(value ? { value: typed(value, type) } : {}),
  ...(example ? { example: typed(example, type) } : {}),
});

/** The request body. Throws `SyntaxError` if the template's body is not JSON. */
export function bodyOf(values: FormValues): CreateTemplate {
  const { name, method, path, effect, use, cache_seconds, enabled, requires_verified_customer } = values;
  const answer = recordOf(values.answer);
  return {
    name,
    method,
    path,
    effect,
    use,
    cache_seconds,
    enabled,
    requires_verified_customer,
    description: values.description || null,
    query: recordOf(values.query),
    headers: recordOf(values.headers),
    body: values.body.trim() ? (JSON.parse(values.body) as unknown) : null,
    inputs: values.inputs.filter((row) => row.name.trim()).map(inputOf),
    output: recordOf(values.output),
    owner_match: values.owner_match || null,
    answer: Object.keys(answer).length > 0 ? answer : null,
  };
}

/** A merge patch from the saved template to the form; a removed pair is sent as null. */
export function patchOf(template: Template, body: CreateTemplate): UpdateTemplate {
  const { query, headers, output, answer } = body;
  return {
    ...body,
    query: withRemoved(template.query, query),
    headers: withRemoved(template.headers, headers),
    output: withRemoved(template.output, output),
    answer: answer ? withRemoved(template.answer ?? {}, answer) : null,
  };
}

const withRemoved = (
  before: Record<string, string>,
  now: Record<string, string> = {},
): Record<string, string | null> => ({
  ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
  ...now,
});

export interface Leaf {
  pointer: string;
  value: string;
}

const mostLeaves = 200;

/** The position of every value in an answer, as JSON Pointers (RFC 6901), in reading order. */
export function leavesOf(body: unknown, pointer = ''): Leaf[] {
  if (typeof body !== 'object' || body === null) return [{ pointer, value: String(body) }];
  return Object.entries(body)
    .flatMap(([key, value]) => leavesOf(value, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`))
    .slice(0, mostLeaves);
}

/** Derives an output's name from its position: the last member that is not a number. */
export function nameOf(pointer: string): string {
  const parts = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
  const name = (parts.at(-1) ?? 'value').replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return /^[A-Za-z]/.test(name) ? name : `v_${name}`;
}

/** The distinct two-letter codes of the languages, which a test accepts, in the given order. */
export const languagesOf = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').filter((tag) => /^[a-z]{2}$/.test(tag))),
];
