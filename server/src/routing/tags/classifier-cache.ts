import type { Desk } from '../../platform/desk.ts';
import { OrganizationCache } from '../../platform/organization-cache.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { TagClassifier } from './classifier/tag-classifier.logic.ts';
import type { TagExamples } from './classifier/tag-examples.logic.ts';

/** A classifier and the model whose vectors it understands; null: it goes by words alone. */
export interface TrainedTags {
  readonly classifier: TagClassifier;
  readonly model: string | null;
}

/** One state of an organization's examples, and what has been learned from it. */
export interface CachedClassifiers {
  readonly known: TagExamples;
  byWords: Promise<TrainedTags | null> | null;
  byMeaning: TrainedTags | null;
  meaning: 'unlearned' | 'learning' | 'done';
}

/** What a rehearsal lays over the policy is a lesson of its own. */
const mostStates = 2;
/** Of all organizations of the process. */
const mostExamples = 40_000;

type Lessons = Map<string, CachedClassifiers>;

const examplesIn = (lessons: Lessons) =>
  [...lessons.values()].reduce((sum, { known }) => sum + known.examples.length, 0);

const live = new OrganizationCache<Lessons>({ most: mostExamples, sizeOf: examplesIn });
// Apart, so that no rehearsal takes away what answers customers.
const rehearsed = new OrganizationCache<Lessons>({ most: mostExamples, sizeOf: examplesIn });

/** The same examples are learned once. */
export const cachedClassifiers = (desk: Desk, scope: OrganizationScope, known: TagExamples): CachedClassifiers =>
  lessonIn(live, desk, scope, known);

/** What the desk has learned of the same examples from meaning already, else a lesson that rehearsals keep for themselves. */
export function rehearsedClassifiers(desk: Desk, scope: OrganizationScope, known: TagExamples): CachedClassifiers {
  const lesson = live.peek(desk, scope.organizationId)?.get(keyOf(known));
  return lesson?.byMeaning ? lesson : lessonIn(rehearsed, desk, scope, known);
}

const keyOf = (known: TagExamples) => sha256(JSON.stringify([known.tagIds, known.examples])).toString('base64');

function lessonIn(
  kept: OrganizationCache<Lessons>,
  desk: Desk,
  { organizationId }: OrganizationScope,
  known: TagExamples,
): CachedClassifiers {
  const lessons = kept.use(desk, organizationId, () => new Map());
  const key = keyOf(known);
  const lesson: CachedClassifiers = lessons.get(key) ?? { known, byWords: null, byMeaning: null, meaning: 'unlearned' };
  // In the order of use.
  lessons.delete(key);
  lessons.set(key, lesson);
  for (const [oldest] of lessons) if (lessons.size > mostStates) lessons.delete(oldest);
  kept.makeRoom(desk);
  return lesson;
}
