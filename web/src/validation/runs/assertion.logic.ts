const parts = [
  'outcome',
  'reason',
  'confidence_min',
  'destination',
  'tags_include',
  'sources_any',
  'sources_none',
  'must_include',
  'must_not_include',
  'must_match',
  'language',
  'max_words',
] as const;
export type AssertedPart = (typeof parts)[number];

/** The part of a case that an assertion's JSON Pointer refers to; `turn` counts from 1. Null: an unknown part. */
export function assertedBy(path: string): { part: AssertedPart | null; turn: number | null } {
  const steps = path.split('/');
  const [, first, index] = steps;
  return {
    part: parts.find((part) => steps.includes(part)) ?? null,
    turn: first === 'turns' && index !== undefined ? Number(index) + 1 : null,
  };
}
