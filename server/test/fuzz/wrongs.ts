import { fits, type Schema } from './values.ts';

/** A value with exactly one mistake, and the JSON Pointer at which it must be reported. */
export interface Wrong {
  value: unknown;
  pointer: string;
}

/** Breaks `value`, which fits `schema`, in one place, in each way that we know. */
export function wrongsOf(schema: Schema, value: unknown, pointer = ''): Wrong[] {
  const here = pointer === '' ? [] : misfits(schema).map((wrong) => ({ value: wrong, pointer }));
  const branch = schema.anyOf?.find((each) => fits(each, value)) ?? schema;
  if (Array.isArray(value)) return [...here, ...wrongItems(branch, value, pointer)];
  if (typeof value === 'object' && value !== null) return [...here, ...wrongMembers(branch, value, pointer)];
  return here;
}

function wrongMembers(schema: Schema, value: object, pointer: string): Wrong[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const unknown = { value: { ...value, not_a_field: 1 }, pointer: `${pointer}/not_a_field` };
  const missing = required.map((name) => ({
    value: Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)),
    pointer: `${pointer}/${name}`,
  }));
  const inside = Object.entries(value).flatMap(([name, member]) =>
    // A record may have a member `toString`, which every object inherits.
    wrongsOf((Object.hasOwn(properties, name) && properties[name]) || {}, member, `${pointer}/${name}`).map(
      (wrong) => ({
        value: { ...value, [name]: wrong.value },
        pointer: wrong.pointer,
      }),
    ),
  );
  return [...(additionalProperties === false ? [unknown] : []), ...missing, ...inside];
}

const wrongItems = (schema: Schema, value: unknown[], pointer: string): Wrong[] =>
  value.flatMap((item, index) =>
    wrongsOf(schema.items ?? {}, item, `${pointer}/${index}`).map((wrong) => ({
      value: value.with(index, wrong.value),
      pointer: wrong.pointer,
    })),
  );

// Only scalars: an empty object would be reported at its missing members.
function misfits(schema: Schema): unknown[] {
  const { maxLength = 0, maximum = 0, minimum = 0 } = schema;
  const scalars = [null, true, 5, -1, 0.5, 'x', '', '\u200b', maximum + 1, minimum - 1, 'x'.repeat(maxLength + 1)];
  return scalars.filter((scalar) => !fits(schema, scalar));
}
