import type { RevisedSetting } from '@desk/contract/revisions';
import type { UpdateSettings } from '@desk/contract/settings';
import { canonicalJson } from '../platform/canonical-json.logic.ts';
import { settingsFrom, type StoredSettings } from './settings.logic.ts';

type StoredMembers = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is StoredMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The merge patch that turns one stored document into the other. Members that `to` lacks go back to their defaults. */
export const patchBetween = (from: UpdateSettings, to: UpdateSettings): UpdateSettings =>
  // Both documents were built from patches that the contract's schema admitted, so the patch between them also fits it.
  between(from as StoredMembers, to as StoredMembers) as UpdateSettings;

function between(from: StoredMembers, to: StoredMembers): StoredMembers {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [from[name], to[name]];
    if (is === undefined) patch[name] = null;
    else if (isObject(is)) patch[name] = between(isObject(was) ? was : {}, is);
    else if (!isSame(was, is)) patch[name] = is;
  }
  return patch;
}

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

/** The settings that differ, defaults included, by path. Lists are compared as a whole. */
export const revisedSettings = (before: StoredSettings, after: StoredSettings): RevisedSetting[] => {
  const [{ version: _was, ...was }, { version: _is, ...is }] = [settingsFrom(before), settingsFrom(after)];
  return differing('', was, is);
};

function differing(at: string, was: StoredMembers, is: StoredMembers): RevisedSetting[] {
  return Object.keys(is).flatMap((name): RevisedSetting[] => {
    const [from, to] = [was[name], is[name]];
    if (isObject(from) && isObject(to)) return differing(`${at}${name}.`, from, to);
    return isSame(from, to) ? [] : [{ path: `${at}${name}`, from, to }];
  });
}
