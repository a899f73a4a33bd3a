import Type, { type Static, type TObject, type TRecord, type TSchema, type TUnion } from 'typebox';

/** The largest JSON body, in bytes. */
export const jsonBodyLimit = 1_048_576;

/** The largest body, in bytes, of a public operation: sign-in and invitations need no more. */
export const publicBodyLimit = 16_384;

/** UUIDv7 in text form. Unknown ids and those of other organizations get the same answer (404). */
export const Id = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  description: 'UUID',
});

/** RFC 3339 in UTC, with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' });

/** A sentence of ours in an answer: in German if Accept-Language prefers it, otherwise in English. */
export const Sentence = Type.String({ 'x-sentence': true });

/** A `Sentence` if another member of its object has this value; otherwise a text by people, which is not translated. */
export const SentenceIf = (member: string, value: string) => Type.String({ 'x-sentence': { [member]: value } });

/** Words in one line. A line break in a name would end a row, a subject or a cell where the name is written. */
export const lineOfWords = '^(?=.*\\S)[^\\p{Cc}\\u2028\\u2029]+$';

/** A name that people give: one line that is not blank. */
export const NameOf = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: lineOfWords });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An object that refuses unknown members, so that a misspelt field is not silently ignored. */
export const Strict = <T extends Record<string, TSchema>>(members: T) =>
  Type.Object(members, { additionalProperties: false });

/** An optional body; the handler gets null without one. */
export const Omissible = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: ['object', 'null'] });

export const IdParams = Strict({ id: Id });

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  // Long enough for a position that contains the longest name in any script.
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
};

/** A list answer: `next_cursor` is null on the last page. */
export const Page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });

/** A file, as a download. */
export const Bytes = Type.String({ format: 'binary' });

/** RFC 9457 problem details with our stable `code`. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String(),
  request_id: Type.String(),
  required_role: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  users: Type.Optional(Type.Array(Type.Unknown())),
  /** Only for `gate_failed`: the cases that passed before, and would fail now. */
  regressions: Type.Optional(Type.Array(Type.Unknown())),
});
export type Problem = Static<typeof Problem>;

/** For operations that the publish gate guards: why an organization admin saves a change that fails the gate. */
export const GateQuery = Strict({
  gate_override: Type.Optional(Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' })),
});

/** RFC 7396: absent = unchanged, null = removed; objects are merged, lists are replaced. */
export type MergePatch<T> = T extends unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T;

/** Makes the schema of a patch from the schema of the resource: all that can be read can be written. */
export function mergePatchOf(schema: TObject): TSchema {
  const members = Object.entries<TSchema>(schema.properties).map(([name, member]) => [name, orNull(member)]);
  return Type.Unsafe({ type: 'object', properties: Object.fromEntries(members), additionalProperties: false });
}

// Uses `type` instead of `anyOf`: an invalid value then has one message about the value, and none about null.
function orNull(schema: TSchema): TSchema {
  if (Type.IsObject(schema)) return Type.Unsafe({ ...mergePatchOf(schema), type: ['object', 'null'] });
  if (Type.IsRecord(schema)) return recordOrNull(schema);
  if (Type.IsEnum(schema)) return Type.Unsafe({ enum: [...schema.enum, null] });
  if (Type.IsUnion(schema)) return unionOrNull(schema);
  return Type.Unsafe({ ...schema, type: [(schema as { type?: string }).type, 'null'] });
}

function recordOrNull(schema: TRecord): TSchema {
  const members = Object.entries<TSchema>(schema.patternProperties).map(([names, member]) => [names, orNull(member)]);
  return Type.Unsafe({ ...schema, type: ['object', 'null'], patternProperties: Object.fromEntries(members) });
}

const unionOrNull = (schema: TUnion): TSchema =>
  schema.anyOf.some((member: TSchema) => Type.IsNull(member))
    ? schema
    : Type.Unsafe({ anyOf: [...schema.anyOf, Type.Null()] });
