import { pointerPart } from '../../platform/http/pointer.logic.ts';
import type { CreateTemplate, Template, TemplateInput, TemplateMethod, UpdateTemplate } from '@desk/contract/templates';
import { forbiddenHeaders, hasControl } from '../registry/connector-checks.logic.ts';
import { typed } from './inputs.logic.ts';
import { holesOf, stringsIn } from './placeholders.logic.ts';
import type { FieldError } from '../../platform/http/field-error.logic.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';
import { mergePatch } from '../../platform/http/merge-patch.logic.ts';

/** What people write in a template, except its name and whether it is enabled. */
export interface Definition {
  description: string | null;
  method: TemplateMethod;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  inputs: TemplateInput[];
  output: Record<string, string>;
  effect: 'read' | 'write';
  requires_verified_customer: boolean;
  owner_match: string | null;
  answer: Record<string, string> | null;
  use: 'answer' | 'facts';
  cache_seconds: number;
  timeout_ms: number | null;
}

type Defaulted = 'requires_verified_customer' | 'use' | 'cache_seconds';
type WrittenTemplate = Omit<CreateTemplate, 'name' | 'enabled' | Defaulted> & Pick<UpdateTemplate, Defaulted>;

/** Adds the defaults: methods other than GET write, and account data is for verified customers. */
export const definitionOf = (written: WrittenTemplate): Definition => ({
  description: written.description ?? null,
  method: written.method,
  path: written.path,
  query: written.query ?? {},
  headers: written.headers ?? {},
  body: written.body ?? null,
  inputs: written.inputs ?? [],
  output: written.output ?? {},
  effect: written.effect ?? (written.method === 'GET' ? 'read' : 'write'),
  requires_verified_customer: written.requires_verified_customer ?? true,
  owner_match: written.owner_match ?? null,
  answer: written.answer ?? null,
  use: written.use ?? 'answer',
  cache_seconds: written.cache_seconds ?? 0,
  timeout_ms: written.timeout_ms ?? null,
});

/** Applies a merge patch (RFC 7396), also within the maps: members of the patch replace, null removes, the rest stays. */
export function editedBy(before: Definition, patch: Omit<UpdateTemplate, 'name' | 'enabled'>): Definition {
  const { query, headers, output, answer, inputs, ...members } = patch;
  return definitionOf({
    ...before,
    ...members,
    query: mergedMap(before.query, query),
    headers: mergedMap(before.headers, headers),
    output: mergedMap(before.output, output),
    answer: answer === undefined ? before.answer : noneAsNull(mergedMap(before.answer ?? {}, answer)),
    inputs: inputs === undefined ? before.inputs : (inputs ?? []),
  });
}

type TextMap = Readonly<Record<string, string>>;
type TextPatch = Readonly<Record<string, string | null>>;

function mergedMap(before: TextMap, patch: TextPatch | null | undefined): Record<string, string> {
  return patch === null ? {} : mergePatch(before, patch ?? {});
}

const noneAsNull = (map: Record<string, string>) => (Object.keys(map).length === 0 ? null : map);

/** Checks a template beyond its schema. */
export function faultsOfTemplate(template: Definition): FieldError[] {
  const inputs = new Set(template.inputs.map(({ name }) => name));
  return [
    ...faultsOfPath(template.path),
    ...tooManyMembers(template),
    ...unknownHoles(template, inputs),
    ...template.inputs.flatMap((input, index) => faultsOfInput(input, `/inputs/${index}`)),
    ...repeated(template.inputs),
    ...faultsOfHeaders(template.headers),
    ...(template.method === 'GET' && template.body !== null
      ? [{ path: '/body', message: sentence`a GET request has no body` }]
      : []),
    ...faultsOfEffect(template),
    ...faultsOfAnswer(template),
  ];
}

/** The limit of each map; it needs a check because a patch may add to the existing members. */
const mostMembers = 50;

const tooManyMembers = (template: Definition): FieldError[] =>
  (['query', 'headers', 'output'] as const)
    .filter((map) => Object.keys(template[map]).length > mostMembers)
    .map((map) => ({ path: `/${map}`, message: sentence`must have at most ${mostMembers} entries` }));

const bound = sentence`add owner_match, or an input from customer.email or customer.external_id. Until then no customer is answered with it.`;

/** Warnings about templates that are valid but may not do what their author expects. */
export function warningsOf(
  template: Pick<Definition, 'inputs' | 'owner_match' | 'requires_verified_customer'>,
): Template['warnings'] {
  return isSafelyBound(template)
    ? []
    : [
        {
          code: 'unbound_input',
          message: english`An input comes from what the customer writes, and nothing ties the answer to the verified customer: ${bound}`,
        },
      ];
}

/**
 * Whether what a customer writes can only select the customer's own data: the request also contains one of their identifiers,
 * or the response names its owner. Anybody may ask for data without an owner (requires_verified_customer is false).
 */
export function isSafelyBound({
  inputs,
  owner_match,
  requires_verified_customer,
}: Pick<Definition, 'inputs' | 'owner_match' | 'requires_verified_customer'>): boolean {
  const fromWords = inputs.some(({ source }) => source === 'message' || source === 'model');
  const fromCustomer = inputs.some(({ source }) => source.startsWith('customer.'));
  return !fromWords || !requires_verified_customer || fromCustomer || owner_match !== null;
}

/** Whether the request requires a verified customer: the template says so, or it uses one of the customer's identifiers. */
export const needsVerifiedCustomer = ({
  requires_verified_customer,
  inputs,
  owner_match,
}: Pick<Definition, 'inputs' | 'owner_match' | 'requires_verified_customer'>): boolean =>
  requires_verified_customer || owner_match !== null || inputs.some(({ source }) => source.startsWith('customer.'));

function faultsOfPath(path: string): FieldError[] {
  const [route = ''] = path.split(/[?#]/);
  if (route !== path) return [{ path: '/path', message: sentence`must have no query and no fragment; use \`query\`` }];
  if (path.startsWith('//') || path.includes('\\'))
    return [{ path: '/path', message: sentence`must stay on the host` }];
  const climbs = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return climbs || hasControl(path) ? [{ path: '/path', message: sentence`must have no . or .. segments` }] : [];
}

function unknownHoles(template: Definition, inputs: ReadonlySet<string>): FieldError[] {
  const places = { path: template.path, query: template.query, headers: template.headers, body: template.body };
  return Object.entries(places).flatMap(([place, value]) =>
    stringsIn(value)
      .flatMap(holesOf)
      .filter((name) => !inputs.has(name))
      .map((name) => ({ path: `/${place}`, message: sentence`there is no input "${name}"` })),
  );
}

function faultsOfInput({ source, value, example, type }: TemplateInput, path: string): FieldError[] {
  if (source === 'constant' && (value === undefined || value === null))
    return [{ path: `${path}/value`, message: sentence`a constant needs a value` }];
  if (source === 'constant' && typed(value ?? '', type) === null)
    return [{ path: `${path}/value`, message: sentence`must be of the type ${type}` }];
  if (example !== undefined && example !== null && typed(example, type) === null)
    return [{ path: `${path}/example`, message: sentence`must be of the type ${type}` }];
  if (source === 'conversation' && !conversationMembers.includes(String(value ?? 'channel')))
    return [{ path: `${path}/value`, message: sentence`must be one of ${conversationMembers.join(', ')}` }];
  return source.startsWith('customer.') && type !== 'string' && type !== 'integer'
    ? [{ path: `${path}/type`, message: sentence`an identifier is a string or an integer` }]
    : [];
}

export const conversationMembers: readonly string[] = ['channel', 'language'];

const repeated = (inputs: readonly TemplateInput[]): FieldError[] =>
  inputs.flatMap(({ name }, index) =>
    inputs.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: `/inputs/${index}/name`, message: sentence`two inputs have this name` }],
  );

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

const faultsOfHeaders = (headers: Record<string, string>): FieldError[] =>
  Object.entries(headers).flatMap(([name, value]) => {
    const path = `/headers/${pointerPart(name)}`;
    if (!token.test(name)) return [{ path, message: sentence`is not a header name` }];
    if (forbiddenHeaders.has(name.toLowerCase()) || name.toLowerCase() === 'authorization')
      return [{ path, message: sentence`is set by the connection itself` }];
    return hasControl(value) ? [{ path, message: sentence`must have no line breaks` }] : [];
  });

function faultsOfEffect({ method, effect, use, cache_seconds }: Definition): FieldError[] {
  if (effect === 'write' && cache_seconds > 0)
    return [{ path: '/cache_seconds', message: sentence`a write is never repeated` }];
  if (effect === 'write' && use === 'facts') return [{ path: '/use', message: sentence`rules cannot use a write` }];
  return effect === 'read' && (method === 'DELETE' || method === 'PUT' || method === 'PATCH')
    ? [{ path: '/effect', message: sentence`${method} is a write` }]
    : [];
}

/** `{order.eta | date}`: a template and an output, or an output alone; then the format. */
const sentenceHole = /\{([^{}|]*)(?:\|([^{}]*))?\}/g;

export const formats = ['date', 'datetime', 'money', 'number', 'text'] as const;
export type OutputFormat = (typeof formats)[number];

function faultsOfAnswer({ answer, output, inputs }: Definition): FieldError[] {
  const known = new Set([...Object.keys(output), ...inputs.map(({ name }) => name)]);
  return Object.entries(answer ?? {}).flatMap(([language, text]) => {
    const path = `/answer/${language}`;
    const holes = [...text.matchAll(sentenceHole)];
    const isOpen = /[{}]/.test(text.replaceAll(sentenceHole, ''));
    return [
      ...(isOpen ? [{ path, message: sentence`a brace is open: write {output} or {output | date}` }] : []),
      ...holes.flatMap(([, place = '', how]) => faultsOfHole(known, { path, place: nameIn(place), how })),
    ];
  });
}

const nameIn = (place: string): string => place.trim().split('.').at(-1) ?? '';

interface Hole {
  path: string;
  place: string;
  how: string | undefined;
}

function faultsOfHole(known: ReadonlySet<string>, { path, place, how }: Hole): FieldError[] {
  if (!known.has(place)) return [{ path, message: sentence`there is no output "${place}"` }];
  if (how === undefined) return [];
  const [format = '', unit] = how.split(':').map((part) => part.trim());
  if (!formats.some((each) => each === format))
    return [{ path, message: sentence`"${format}" is not one of ${formats.join(', ')}` }];
  const isUnit = unit === undefined || (format === 'money' && (known.has(unit) || /^[A-Za-z]{3}$/.test(unit)));
  return isUnit ? [] : [{ path, message: sentence`"${unit}" is neither a currency such as EUR nor an output` }];
}
