import type { Settings, SettingsMembers, UpdateSettings } from '@desk/contract/settings';

/** The values of the form. The switch for automatic replies is excluded: it takes effect at once, with its own confirmation. */
export type Draft = Omit<SettingsMembers, 'auto_respond_enabled'>;

export function draftOf(settings: Settings): Draft {
  const { version: _version, auto_respond_enabled: _switch, ...draft } = settings;
  return draft;
}

/** The merge patch (RFC 7396) from `before` to `after`: only what differs, lists as a whole. */
export const patchOf = (before: Draft, after: Draft): UpdateSettings =>
  (difference(before, after) ?? {}) as UpdateSettings;

function difference(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return same(before, after) ? undefined : after;
  const members = Object.entries(after)
    .map(([name, value]) => [name, difference(before[name], value)] as const)
    .filter(([, value]) => value !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** The paths of the settings in a patch, such as `thresholds.answer`. */
export const fieldsOf = (patch: object, prefix = ''): string[] =>
  Object.entries(patch).flatMap(([name, value]) =>
    isObject(value) ? fieldsOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );

/** The emptied number fields: they need a number, and the form holds an empty text. */
export const emptied = (draft: Draft, before: Draft): string[] =>
  fieldsOf(patchOf(before, draft)).filter(
    (path) => valueAt(draft, path) === '' && typeof valueAt(before, path) === 'number',
  );

const valueAt = (from: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), from);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
