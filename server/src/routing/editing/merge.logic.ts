/** A merge patch by RFC 7396, one level deep: a member of the patch replaces, null removes, the rest stays. */
export function patched<T extends object>(before: T, patch: { [K in keyof T]?: T[K] | null | undefined }): T {
  const merged = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  // The cast is safe: every member comes from `before`, or from a patch that the contract's schema has checked.
  return Object.fromEntries(merged) as T;
}
