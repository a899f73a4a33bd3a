/**
 * Applies a patch (RFC 7396): its members replace those of the target, null removes one, objects are merged at any depth. The result has
 * the target's type, because the contract's schema has checked the patch.
 */
export const mergePatch = <T extends object>(target: T, patch: object): T => merged(target, patch) as T;

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
