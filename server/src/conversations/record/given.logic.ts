import { mergePatch } from '../../platform/http/merge-patch.logic.ts';

/** The values that members of the desk have written about a person. No message overwrites them. */
export interface Given {
  name?: string;
  attributes?: Record<string, unknown>;
}

export interface PersonEdit {
  name?: string | null | undefined;
  attributes?: Record<string, string | number | boolean | null> | null | undefined;
}

/** The given values after this edit (RFC 7396: null takes a value back). */
export function givenAfter(given: Given, { name, attributes }: PersonEdit): Given {
  const wanted = attributesAfter(given.attributes ?? {}, attributes);
  const called = name === undefined ? given.name : name?.trim();
  return {
    ...(called ? { name: called } : {}),
    ...(Object.keys(wanted).length > 0 ? { attributes: wanted } : {}),
  };
}

/** Attributes after this edit (RFC 7396). A value that was taken back is gone until the channel sends it again. */
export const attributesAfter = (
  attributes: Record<string, unknown>,
  edit: PersonEdit['attributes'],
): Record<string, unknown> => (edit === null ? {} : mergePatch(attributes, edit ?? {}));
