import { lineOfWords } from '@desk/contract/http';
import { pointerPart } from '../http/pointer.logic.ts';
import { sentence, type Sentence } from '../words/sentence.logic.ts';

/** A mismatch as Ajv reports it with `allErrors`, which also reports one for each alternative of a union. */
export interface Mismatch {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A field, by its JSON Pointer, and its error. */
export interface WrongField {
  readonly pointer: string;
  readonly message: Sentence;
}

/** Returns each wrong field once, with its first error. For a union, returns the errors of the alternative that was meant. */
export function wrongFields(found: readonly Mismatch[]): WrongField[] {
  const fields = new Map<string, Sentence>();
  for (const each of withoutAlternatives(found)) {
    const pointer = pointerOf(each);
    if (!fields.has(pointer)) fields.set(pointer, messageOf(each));
  }
  return [...fields].map(([pointer, message]) => ({ pointer, message }));
}

function pointerOf({ instancePath, params }: Mismatch): string {
  const member = [params['additionalProperty'], params['missingProperty']].find((each) => typeof each === 'string');
  return instancePath + (member ? `/${pointerPart(member)}` : '');
}

/** Longer lists are not shown: nobody reads them. */
const mostChoices = 30;

/** Replaces Ajv's technical messages where people read them next to the field. */
function messageOf({ keyword, params }: Mismatch): Sentence {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return sentence`is missing`;
    case 'additionalProperties':
      return sentence`is not a known field`;
    case 'type':
      return sentence`must be ${typesIn(params['type'])}`;
    case 'format':
      return formats.get(String(params['format'])) ?? unspecifiedForm;
    case 'pattern':
      return patterns.get(String(params['pattern'])) ?? unspecifiedForm;
    case 'minimum':
      return sentence`must be at least ${limit}`;
    case 'maximum':
      return sentence`must be at most ${limit}`;
    case 'enum':
      return oneOf(params['allowedValues']);
    case 'const':
      return sentence`must be exactly ${String(params['allowedValue'])}`;
    default:
      return aboutSize(keyword, limit) ?? sentence`is not valid`;
  }
}

const unspecifiedForm = sentence`is not in the right form`;

const formats = new Map<string, Sentence>([
  ['date', sentence`must be a date, such as 2026-12-31`],
  ['date-time', sentence`must be a time with its zone, such as 2026-03-02T10:00:00Z`],
]);

const languageTag = sentence`must be a language tag, such as en or pt-BR`;
const smallName = sentence`must contain only lower-case letters, digits and hyphens`;

/** What the patterns of the contract require; a test finds a pattern that is missing here. */
const patterns = new Map<string, Sentence>([
  ['\\S', sentence`must not be blank`],
  [lineOfWords, sentence`must be one line that is not blank`],
  ['^[^\\p{Cc}\\u2028\\u2029]+$', sentence`must be one line`],
  ['[\\p{L}\\p{N}]', sentence`must contain a letter or a digit`],
  ['^[\\x20-\\x7e]*$', sentence`must contain only printable ASCII characters`],
  ['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$', sentence`must be a UUID`],
  [
    "^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?\\.)+" +
      '[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?$',
    sentence`must be an e-mail address`,
  ],
  ['^https?://[^\\s]+$', sentence`must be an http or https URL`],
  ['^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$', languageTag],
  ['^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$', languageTag],
  ['^[a-z]{2}$', sentence`must be a language of two letters, such as en`],
  ['^(?:[01][0-9]|2[0-3]):[0-5][0-9]$', sentence`must be a time from 00:00 to 23:59`],
  ['^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', sentence`must be a time from 00:00 to 24:00`],
  [
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    sentence`must contain only lower-case letters and digits, with single hyphens between them`,
  ],
  ['^[a-z0-9-]+$', smallName],
  ['^[a-z0-9][a-z0-9-]*$', smallName],
  ['^[A-Za-z0-9_-]+$', sentence`must contain only letters, digits, hyphens and underscores`],
  ['^[A-Za-z][A-Za-z0-9_-]*$', sentence`must be a letter, then letters, digits, hyphens and underscores`],
  [
    '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$',
    sentence`must be at most 100 letters, digits and . _ : -, beginning with a letter or digit`,
  ],
  [
    '^[^.{}|/\\s\\p{Cc}](?:[^.{}|/\\p{Cc}\\u2028\\u2029]*[^.{}|/\\s\\p{Cc}])?$',
    sentence`must be one line without . { } | / that does not begin or end with a blank`,
  ],
  ["^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", sentence`must be the name of a header`],
  ['^(#[0-9a-fA-F]{3,8}|[a-z][a-z-]{0,30})$', sentence`must be the name of a color, or # with hexadecimal digits`],
  ['^/', sentence`must begin with /`],
  ['^(?:/(?:[^~/]|~0|~1)*)*$', sentence`must be a JSON Pointer, such as /order/state`],
]);

function aboutSize(keyword: string, limit: number): Sentence | null {
  switch (keyword) {
    case 'minLength':
      return limit === 1 ? sentence`must not be empty` : sentence`must have at least ${limit} characters`;
    case 'maxLength':
      return limit === 1 ? sentence`must have at most 1 character` : sentence`must have at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? sentence`must not be empty` : sentence`must have at least ${limit} entries`;
    case 'maxItems':
      return limit === 1 ? sentence`must have at most 1 entry` : sentence`must have at most ${limit} entries`;
    case 'maxProperties':
      return sentence`must have at most ${limit} fields`;
    case 'uniqueItems':
      return sentence`must not contain duplicates`;
    default:
      return null;
  }
}

const typeNames: Readonly<Record<string, Sentence>> = {
  string: sentence`string`,
  number: sentence`number`,
  integer: sentence`integer`,
  boolean: sentence`boolean`,
  array: sentence`array`,
  object: sentence`object`,
  null: sentence`null`,
};

/** Names one type or several: a list, or a text with “or” from `intendedAlternative`. */
const typesIn = (type: unknown): Sentence =>
  (Array.isArray(type) ? type : String(type).split(' or '))
    .map(typeName)
    .reduce((some, one) => sentence`${some} or ${one}`);

const typeName = (type: unknown): Sentence => typeNames[String(type)] ?? sentence`of another type`;

const oneOf = (choices: unknown): Sentence =>
  Array.isArray(choices) && choices.length <= mostChoices
    ? sentence`must be one of: ${choices.map(String).join(', ')}`
    : sentence`must be equal to one of the allowed values`;

// Resolve the outermost union first: dropping an alternative drops the unions inside it.
function withoutAlternatives(found: readonly Mismatch[]): readonly Mismatch[] {
  const unions = found.filter(({ keyword }) => keyword === 'anyOf');
  const [outermost] = unions.toSorted((one, two) => one.schemaPath.length - two.schemaPath.length);
  if (!outermost) return found;
  const inside = `${outermost.schemaPath}/`;
  const isWithin = ({ instancePath, schemaPath }: Mismatch) =>
    `${instancePath}/`.startsWith(`${outermost.instancePath}/`) && schemaPath.startsWith(inside);
  const alternatives = Map.groupBy(
    found.filter(isWithin),
    ({ schemaPath }) => schemaPath.slice(inside.length).split('/')[0],
  );
  const rest = found.filter((each) => each !== outermost && !isWithin(each));
  // Resolve the unions inside each alternative before choosing among the alternatives.
  const resolved = [...alternatives.values()].map(withoutAlternatives);
  return withoutAlternatives([...rest, ...intendedAlternative(outermost, resolved)]);
}

function intendedAlternative(union: Mismatch, alternatives: readonly (readonly Mismatch[])[]): readonly Mismatch[] {
  const isOfType = (each: Mismatch) => each.keyword === 'type' && each.instancePath === union.instancePath;
  const ofItsType = alternatives.filter((each) => !each.some(isOfType));
  if (ofItsType.length === 0) {
    const types = alternatives.flatMap((each) => each.filter(isOfType).map(({ params }) => String(params['type'])));
    const type = [...new Set(types)].join(' or ');
    return [{ ...union, keyword: 'type', params: { type } }];
  }
  const ofItsKind = ofItsType.filter((each) => !each.some(({ keyword }) => keyword === 'const'));
  const [closest = []] = ofItsKind.toSorted((one, two) => one.length - two.length);
  return ofItsKind.length > 0 ? closest : [kindOf(ofItsType.flat(), union)];
}

// Every alternative requires a kind, and none of them the given one.
function kindOf(found: readonly Mismatch[], union: Mismatch): Mismatch {
  const kinds = found.filter(({ keyword }) => keyword === 'const');
  const allowedValues = [...new Set(kinds.map(({ params }) => params['allowedValue']))];
  return {
    ...union,
    instancePath: kinds[0]?.instancePath ?? union.instancePath,
    keyword: 'enum',
    params: { allowedValues },
  };
}
