import { kept, type Say } from './sentence.logic.ts';

/** The parts of a JSON schema that can contain sentences. */
interface Shape {
  readonly type?: unknown;
  /** If it has members, it applies only in objects with these values. */
  readonly 'x-sentence'?: boolean | Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Whether the schema of an answer contains a `Sentence`. */
export function hasSentence(shape: Shape): boolean {
  if (shape['x-sentence']) return true;
  const inner = [
    ...(shape.anyOf ?? []),
    ...(shape.items ? [shape.items] : []),
    ...Object.values(shape.properties ?? {}),
  ];
  return inner.some((each) => hasSentence(each));
}

/** Translates the sentences (`Sentence` in the contract) of an answer for its reader. A value without sentences is returned as is. */
export function translateSentences(shape: Shape, value: unknown, say: Say): unknown {
  if (value === null || value === undefined) return value;
  if (shape['x-sentence']) return typeof value === 'string' ? say(kept(value)) : value;
  if (shape.anyOf)
    return shape.anyOf.reduce<unknown>((translated, each) => translateSentences(each, translated, say), value);
  if (typeof value !== 'object' || !hasSentence(shape)) return value;
  if (Array.isArray(value))
    return shape.items ? value.map((each) => translateSentences(shape.items ?? {}, each, say)) : value;
  const given = value as Readonly<Record<string, unknown>>;
  const members = Object.entries(shape.properties ?? {}).filter(
    ([name, member]) => Object.hasOwn(given, name) && holdsIn(given, member['x-sentence']),
  );
  return {
    ...given,
    ...Object.fromEntries(members.map(([name, member]) => [name, translateSentences(member, given[name], say)])),
  };
}

const holdsIn = (object: Readonly<Record<string, unknown>>, condition: Shape['x-sentence']): boolean =>
  typeof condition !== 'object' || Object.entries(condition).every(([member, wanted]) => object[member] === wanted);
