import { kept, type Say } from './sentence.logic.ts';

/** As much of a JSON schema as leads to sentences. */
interface Shape {
  readonly type?: unknown;
  /** With members: only in an object that has these. */
  readonly 'x-sentence'?: boolean | Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Whether the schema of an answer has a `Sentence` in it. */
export function hasSentence(shape: Shape): boolean {
  if (shape['x-sentence']) return true;
  const inner = [
    ...(shape.anyOf ?? []),
    ...(shape.items ? [shape.items] : []),
    ...Object.values(shape.properties ?? {}),
  ];
  return inner.some((each) => hasSentence(each));
}

/** An answer with its sentences (`Sentence` in the contract) said to the one who reads it. What has none stays the same object. */
export function told(shape: Shape, value: unknown, say: Say): unknown {
  if (value === null || value === undefined) return value;
  if (shape['x-sentence']) return typeof value === 'string' ? say(kept(value)) : value;
  if (shape.anyOf) return shape.anyOf.reduce<unknown>((said, each) => told(each, said, say), value);
  if (typeof value !== 'object' || !hasSentence(shape)) return value;
  if (Array.isArray(value)) return shape.items ? value.map((each) => told(shape.items ?? {}, each, say)) : value;
  const given = value as Readonly<Record<string, unknown>>;
  const members = Object.entries(shape.properties ?? {}).filter(
    ([name, member]) => Object.hasOwn(given, name) && holdsIn(given, member['x-sentence']),
  );
  return { ...given, ...Object.fromEntries(members.map(([name, member]) => [name, told(member, given[name], say)])) };
}

const holdsIn = (object: Readonly<Record<string, unknown>>, condition: Shape['x-sentence']): boolean =>
  typeof condition !== 'object' || Object.entries(condition).every(([member, wanted]) => object[member] === wanted);
