import { pointerPart } from '../../platform/http/pointer.logic.ts';
import type { Decision } from '@desk/contract/decisions';
import type { Difference } from '@desk/contract/replay';

/** Returns the differences between two decisions in the members that the hash covers, which exclude timings and wording. */
export const differencesBetween = (recorded: Decision, replayed: Decision): Difference[] =>
  walk('', comparable(recorded), comparable(replayed));

function comparable(decision: Decision): unknown {
  const { id: _id, hash: _hash, timings_ms: _timings, answer, snapshot, ...rest } = decision;
  const { wording: _wording, ...versions } = snapshot;
  const worded = answer?.engine === 'grounded';
  return { ...rest, snapshot: versions, ...(worded ? {} : { answer }) };
}

/** The most differences that are listed, for a person to read. */
const mostDifferences = 100;

function walk(path: string, recorded: unknown, replayed: unknown): Difference[] {
  if (!isTree(recorded) || !isTree(replayed) || Array.isArray(recorded) !== Array.isArray(replayed))
    return Object.is(recorded ?? null, replayed ?? null)
      ? []
      : [{ path, recorded: recorded ?? null, replayed: replayed ?? null }];
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(replayed)])];
  return names
    .flatMap((name) => walk(`${path}/${pointerPart(name)}`, recorded[name], replayed[name]))
    .slice(0, mostDifferences);
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
