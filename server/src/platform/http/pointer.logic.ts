/** A name as a part of a JSON Pointer (RFC 6901). */
export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the JSON Pointer of the first member with this name, or null. It looks at an object before its members. */
export function pointerToMember(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, name)) return `/${pointerPart(name)}`;
  for (const [each, inner] of Object.entries(value)) {
    const pointer = pointerToMember(inner, name);
    if (pointer !== null) return `/${pointerPart(each)}${pointer}`;
  }
  return null;
}
