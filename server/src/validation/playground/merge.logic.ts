/** RFC 7396 at any depth, save that null is a value: the schemas of what is merged here say where it may stand. */
export function merged<T extends object>(before: T, patch: object): T {
  const members = Object.entries(patch).map(([name, value]): [string, unknown] => {
    const old = (before as Record<string, unknown>)[name];
    return [name, isObject(value) && isObject(old) ? merged(old, value) : value];
  });
  return { ...before, ...Object.fromEntries(members) };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
