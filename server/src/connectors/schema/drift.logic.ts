import {
  severities,
  type SchemaChange,
  type SchemaField,
  type SchemaOperation,
  type Severity,
} from '@desk/contract/connectors';
import type { Definition } from '../templates/template.logic.ts';
import { mostFieldsOf, type ServiceShape } from './openapi.logic.ts';
import { partsOfPath } from './candidates.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

export interface UsingTemplate {
  id: string;
  name: string;
  definition: Pick<Definition, 'method' | 'path' | 'output' | 'owner_match' | 'inputs' | 'query' | 'headers'>;
}

export interface Drift {
  severity: Severity | null;
  changes: SchemaChange[];
}

/**
 * Compares two snapshots of a service. `dangerous`: the address changed, authentication is no longer required, or the field
 * that names the owner is gone. `breaking`: an operation or field is gone, has another type, or needs more parameters.
 * `compatible`: there is more than before, or a value may be missing now. `info`: nothing in use changed.
 */
export function driftBetween(before: ServiceShape, after: ServiceShape, templates: readonly UsingTemplate[]): Drift {
  const changes = [...serverChanges(before, after, templates), ...operationChanges(before, after, templates)];
  return { severity: worst(changes), changes: changes.toSorted(urgentFirst) };
}

/** Changes that affect templates come first: a large service has hundreds of changes that no template uses. */
const urgentFirst = (one: SchemaChange, other: SchemaChange) =>
  Number(other.templates.length > 0) - Number(one.templates.length > 0) ||
  severities.indexOf(other.severity) - severities.indexOf(one.severity);

const worst = (changes: readonly SchemaChange[]): Severity | null =>
  changes.reduce<Severity | null>(
    (most, { severity }) =>
      most === null || severities.indexOf(severity) > severities.indexOf(most) ? severity : most,
    null,
  );

const named = (templates: readonly UsingTemplate[]) => templates.map(({ id, name }) => ({ id, name }));

function serverChanges(before: ServiceShape, after: ServiceShape, templates: readonly UsingTemplate[]): SchemaChange[] {
  const gone = before.servers.filter((server) => !after.servers.includes(server));
  const moved = before.servers.length > 0 && gone.length === before.servers.length;
  return moved
    ? [
        {
          severity: 'dangerous',
          operation: '',
          path: '/servers',
          detail: english`The service now names a different address.`,
          templates: named(templates),
        },
      ]
    : [];
}

function operationChanges(
  before: ServiceShape,
  after: ServiceShape,
  templates: readonly UsingTemplate[],
): SchemaChange[] {
  const keyOf = ({ method, path }: SchemaOperation) => `${method} ${routeOf(path)}`;
  const now = new Map(after.operations.map((each) => [keyOf(each), each]));
  const known = new Set(before.operations.map(keyOf));
  const changed = before.operations.flatMap((old) => {
    const users = templates.filter((template) => usesOperation(template, old));
    const next = now.get(keyOf(old));
    if (!next) return [gone(old, users)];
    // Only the first fields of a long response are kept: a field that is not among them may still exist.
    const isWhole = next.fields.length < mostFieldsOf({ operations: after.operations.length });
    return changesOf(old, next, { users, isWhole });
  });
  const added = after.operations
    .filter((each) => !known.has(keyOf(each)))
    .map((each) => change('info', each, { path: '', detail: english`A new operation.` }, []));
  return [...changed, ...added];
}

// The names of path parameters are arbitrary, so they are not compared.
const routeOf = (path: string) => path.replaceAll(/\{\{?[^}]*\}?\}/g, '{}');

function usesOperation({ definition }: UsingTemplate, { method, path }: SchemaOperation): boolean {
  const { route, fixed } = partsOfPath(path);
  const isSame = definition.method === method && routeOf(definition.path) === routeOf(route);
  return isSame && fixed.every(([name, value]) => definition.query[name] === value);
}

const gone = (old: SchemaOperation, users: readonly UsingTemplate[]) =>
  change('breaking', old, { path: '', detail: english`The operation was removed.` }, users);

function change(
  severity: Severity,
  { id }: SchemaOperation,
  { path, detail }: { path: string; detail: string },
  users: readonly UsingTemplate[],
): SchemaChange {
  return { severity, operation: id, path, detail, templates: named(users) };
}

interface Readers {
  users: readonly UsingTemplate[];
  isWhole: boolean;
}

function changesOf(old: SchemaOperation, next: SchemaOperation, readers: Readers): SchemaChange[] {
  const { users } = readers;
  const opened = old.secured && !next.secured;
  return [
    ...(opened
      ? [change('dangerous', old, { path: '', detail: english`It no longer requires authentication.` }, users)]
      : []),
    ...parameterChanges(old, next, users),
    ...fieldChanges(old, next, readers),
  ];
}

function parameterChanges(
  old: SchemaOperation,
  next: SchemaOperation,
  users: readonly UsingTemplate[],
): SchemaChange[] {
  return next.parameters.flatMap((parameter) => {
    const place = placeOf(parameter, next);
    const before = old.parameters.find((each) => each.in === parameter.in && placeOf(each, old) === place);
    const path = `/parameters/${parameter.name}`;
    const sends = ({ definition }: UsingTemplate) =>
      parameter.in === 'path' ||
      Object.keys({ ...definition.query, ...definition.headers }).some(
        (name) => name.toLowerCase() === parameter.name.toLowerCase(),
      );
    const lacking = users.filter((user) => !sends(user));
    if (parameter.required && !before?.required)
      return [change('breaking', old, { path, detail: english`It is now required.` }, lacking)];
    if (before && before.type !== parameter.type)
      return [
        change(
          'breaking',
          old,
          { path, detail: english`It was ${before.type}, and is ${parameter.type}.` },
          users.filter(sends),
        ),
      ];
    return before ? [] : [change('compatible', old, { path, detail: english`It is a new optional parameter.` }, [])];
  });
}

/** The name of a parameter; for one in the path, which may be renamed, its place there. */
function placeOf({ name, in: where }: SchemaOperation['parameters'][number], { path }: SchemaOperation) {
  const place = [...path.matchAll(holeInPath)].findIndex(([, held = '']) => held.trim() === name);
  return where === 'path' && place !== -1 ? place : name;
}

const holeInPath = /\{([^{}]*)\}/g;

function fieldChanges(old: SchemaOperation, next: SchemaOperation, { users, isWhole }: Readers): SchemaChange[] {
  const now = new Map(next.fields.map((field) => [field.path, field]));
  const known = new Set(old.fields.map(({ path }) => path));
  const compared = isWhole ? old.fields : old.fields.filter(({ path }) => now.has(path));
  const changed = compared.flatMap((field) => changesOfField(old, { field, next: now.get(field.path) }, users));
  const added = next.fields
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => change('compatible', old, { path, detail: english`A new field in the response.` }, []));
  return [...changed, ...added];
}

function changesOfField(
  old: SchemaOperation,
  { field, next }: { field: SchemaField; next: SchemaField | undefined },
  users: readonly UsingTemplate[],
): SchemaChange[] {
  const readers = users.filter(({ definition }) => reads(definition, field.path));
  const owners = users.filter(
    ({ definition }) => definition.owner_match !== null && covers(definition.owner_match, field.path),
  );
  const { path } = field;
  const severity = owners.length > 0 ? 'dangerous' : 'breaking';
  const affected = [...new Set([...readers, ...owners])];
  if (!next) return [change(severity, old, { path, detail: english`It was removed from the response.` }, affected)];
  if (!fits(field.type, next.type))
    return [change(severity, old, { path, detail: english`It was ${field.type}, and is ${next.type}.` }, affected)];
  const detail = next.doubt === field.doubt ? null : doubted(next);
  return [
    ...(next.nullable && !field.nullable
      ? [change('compatible', old, { path, detail: english`It is now optional.` }, affected)]
      : []),
    ...(detail ? [change('compatible', old, { path, detail }, affected)] : []),
  ];
}

// One response is no proof of a change: the next one decides.
function doubted({ doubt, type }: SchemaField): string | null {
  if (doubt === undefined) return null;
  return doubt === 'missing'
    ? english`The last answer did not have it.`
    : english`It was ${type}, and ${doubt} in the last answer.`;
}

// If only null was seen, any type fits; an integer is a number.
const fits = (before: string, after: string) =>
  before === after || before === 'null' || before === 'any' || (before === 'number' && after === 'integer');

const reads = ({ output }: UsingTemplate['definition'], path: string) =>
  Object.values(output).some((pointer) => covers(pointer, path));

// A pointer names a list item by its index; a snapshot has one path for all items.
const covers = (pointer: string, path: string) => {
  const general = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return general === path || general.startsWith(`${path}/`);
};
