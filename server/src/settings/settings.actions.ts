import { channels, type Channel } from '@desk/contract/conversations';
import type { Settings, UpdateSettings } from '@desk/contract/settings';
import { changesNothing, recordEdit, type Acting } from '../access/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { invalid, refuseFaults, requireVersion, type ExpectedVersion } from '../platform/http/errors.ts';
import { mergePatch } from '../platform/http/merge-patch.logic.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { effectiveAutoRespond } from './auto-respond.logic.ts';
import { autoRespondChanged } from './settings.jobs.ts';
import { invalidSettings, settingsFrom } from './settings.logic.ts';
import {
  findSettings,
  findSettingsSnapshot,
  keepSettings,
  lockSettings,
  recentSettings,
  saveSettings,
} from './settings.store.ts';

/** Whether the organization has this destination. Another domain owns destinations, so the composition passes this in. */
export type DestinationExists = (tx: Tx, scope: OrganizationScope, id: string) => Promise<boolean>;

/** The stored settings, merged over the defaults. */
export const loadSettings = async (tx: Tx, scope: OrganizationScope): Promise<Settings> =>
  settingsFrom(await findSettings(tx, scope));

/** The organization's languages, its default first, at most a second old. Language detection uses them. */
export async function expectedLanguages({ db }: Pick<Desk, 'db'>, scope: OrganizationScope): Promise<string[]> {
  const { default_language, allowed_languages } = settingsFrom(await recentSettings(db, scope));
  return [default_language, ...allowed_languages];
}

/** The settings of a version; null if it was not kept. */
export async function settingsAt(tx: Tx, scope: OrganizationScope, version: number): Promise<Settings | null> {
  const current = await findSettings(tx, scope);
  if (current.version === version) return settingsFrom(current);
  const kept = await findSettingsSnapshot(tx, scope, version);
  return kept ? settingsFrom(kept) : null;
}

/** The settings with the patch applied, not saved. Throws the 422 that saving would throw, with pointers below `at`. */
export async function overlaySettings(
  tx: Tx,
  scope: OrganizationScope,
  { patch, at }: { patch: UpdateSettings; at: string },
): Promise<Settings> {
  const stored = await findSettings(tx, scope);
  const settings = settingsFrom({ doc: mergePatch(stored.doc, patch), version: stored.version });
  const complaints = invalidSettings(settings);
  refuseFaults(complaints.map(({ path, message }) => ({ path: at + path, message })));
  return settings;
}

/**
 * Returns the settings as a user of the destination if it is their default. Locks them: waits for an uncommitted change that
 * names the destination, and a later change finds the destination gone.
 */
export async function usersOfDestination(tx: Tx, scope: OrganizationScope, id: string): Promise<SettingsUser[]> {
  const { default_destination_id } = settingsFrom(await lockSettings(tx, scope));
  return default_destination_id === id ? [{ type: 'settings', id: null, name: 'Default destination' }] : [];
}

interface SettingsUser {
  type: 'settings';
  id: null;
  name: string;
}

/** Saves a change unless it would break the suite. `change` makes it in a transaction, and may be called several times. */
export type PublishGate = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>;

export interface SettingsChange {
  gate: PublishGate;
  patch: UpdateSettings;
  expectedVersion: ExpectedVersion;
  destinationExists: DestinationExists;
}

/** Throws 412 if `expectedVersion` is not the current one, 422 with the invalid members. */
export async function changeSettings(
  desk: Desk,
  acting: Acting,
  { patch, gate, ...revising }: SettingsChange,
): Promise<Settings> {
  const next = (doc: UpdateSettings) => mergePatch(doc, patch);
  return gate((tx) => reviseSettings(desk, tx, acting, { ...revising, action: 'settings.updated', next }));
}

export interface Revising {
  action: 'settings.updated' | 'settings.restored';
  expectedVersion: ExpectedVersion;
  destinationExists: DestinationExists;
  /** Makes the new document from the stored one. */
  next: (doc: UpdateSettings) => UpdateSettings;
}

/** Stores the next version of the settings, and keeps it and the previous one as revisions. Does nothing if nothing changes. */
export async function reviseSettings(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { action, expectedVersion, destinationExists, next }: Revising,
): Promise<Settings> {
  const stored = await lockSettings(tx, acting);
  requireVersion(stored, expectedVersion);
  const before = settingsFrom(stored);
  const doc = next(stored.doc);
  const after = settingsFrom({ doc, version: stored.version + 1 });
  const complaints = invalidSettings(after);
  refuseFaults(complaints);
  const fields = (Object.keys(after) as (keyof Settings)[]).filter((field) => field !== 'version');
  if (changesNothing(before, after, fields)) return before;
  const destination = after.default_destination_id;
  const isNew = destination !== null && destination !== before.default_destination_id;
  if (isNew && !(await destinationExists(tx, acting, destination))) {
    throw invalid('/default_destination_id', sentence`there is no such destination`);
  }
  const at = desk.clock.now();
  await keepSettings(tx, acting, stored, { author: null, at });
  await saveSettings(tx, acting, doc, after.version);
  await keepSettings(tx, acting, { doc, version: after.version }, { author: acting.actor, at });
  recordEdit<Settings, keyof Settings>(desk, tx, acting, {
    action,
    subject: { type: 'settings', id: acting.organizationId },
    before,
    after,
    fields,
  });
  if (channels.some((channel) => isOff(before, channel) !== isOff(after, channel))) {
    const { organizationId } = acting;
    await desk.jobs.enqueue(tx, autoRespondChanged, { organizationId }, { key: organizationId });
  }
  return after;
}

const isOff = (settings: Settings, channel: Channel) => effectiveAutoRespond(settings, channel) === 'off';
