/** RFC 7396, one level deep: what the patch names replaces, null takes away, the rest stays. */
export function patched<T extends object>(before: T, patch: { [K in keyof T]?: T[K] | null | undefined }): T {
  const merged = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  // Every member is one of `before` or one that the contract's schema admitted in its place.
  return Object.fromEntries(merged) as T;
}
