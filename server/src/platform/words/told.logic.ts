import { kept, type Say } from './sentence.logic.ts';

/** As much of a JSON schema as leads to sentences. */
interface Shape {
  readonly type?: unknown;
  readonly 'x-sentence'?: boolean;
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
  const members = Object.entries(shape.properties ?? {}).filter(([name]) => Object.hasOwn(value, name));
  const said = members.map(([name, member]) => [name, told(member, (value as Record<string, unknown>)[name], say)]);
  return { ...value, ...Object.fromEntries(said) };
}
