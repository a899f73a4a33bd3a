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
  return instancePath + (member ? `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}` : '');
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
      return sentence`must match format "${String(params['format'])}"`;
    case 'pattern':
      return params['pattern'] === '\\S'
        ? sentence`must not be blank`
        : sentence`must match pattern "${String(params['pattern'])}"`;
    case 'minimum':
      return sentence`must be at least ${limit}`;
    case 'maximum':
      return sentence`must be at most ${limit}`;
    case 'enum':
      return oneOf(params['allowedValues']);
    case 'const':
      return sentence`must be equal to constant`;
    default:
      return aboutSize(keyword, limit, params) ?? sentence`is not valid`;
  }
}

function aboutSize(keyword: string, limit: number, params: Mismatch['params']): Sentence | null {
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
      return sentence`must NOT have more than ${limit} properties`;
    case 'uniqueItems':
      return sentence`must NOT have duplicate items (items ## ${Number(params['j'])} and ${Number(params['i'])} are identical)`;
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
  Array.isArray(type)
    ? type.map(typeName).reduce((some, one) => sentence`${some},${one}`)
    : String(type)
        .split(' or ')
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
