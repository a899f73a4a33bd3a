import type { Desk } from '../../platform/desk.ts';
import { OrganizationCache } from '../../platform/organization-cache.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { TagClassifier } from './classifier/tag-classifier.logic.ts';
import type { TagExamples } from './classifier/tag-examples.logic.ts';

/** A classifier, and the model whose vectors it was trained on; null if it uses words alone. */
export interface TrainedTags {
  readonly classifier: TagClassifier;
  readonly model: string | null;
}

/** One state of an organization's examples, with the classifiers trained on it. */
export interface CachedClassifiers {
  readonly known: TagExamples;
  byWords: Promise<TrainedTags | null> | null;
  byMeaning: TrainedTags | null;
  meaning: 'unlearned' | 'learning' | 'done';
}

/** The most states of examples per organization. A rehearsal's overlay is another state. */
const mostStates = 2;
/** The limit for all organizations of the process. */
const mostExamples = 40_000;

type Lessons = Map<string, CachedClassifiers>;

const examplesIn = (lessons: Lessons) =>
  [...lessons.values()].reduce((sum, { known }) => sum + known.examples.length, 0);

const live = new OrganizationCache<Lessons>({ most: mostExamples, sizeOf: examplesIn });
// A separate cache, so that rehearsals do not evict the classifiers that answer customers.
const rehearsed = new OrganizationCache<Lessons>({ most: mostExamples, sizeOf: examplesIn });

/** Returns the cached classifiers of these examples, so that the same examples are trained on only once. */
export const cachedClassifiers = (desk: Desk, scope: OrganizationScope, known: TagExamples): CachedClassifiers =>
  lessonIn(live, desk, scope, known);

/** Returns the desk's classifiers if those by meaning already exist for these examples, or else separate ones for rehearsals. */
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
  // Keep the entries in the order of their last use.
  lessons.delete(key);
  lessons.set(key, lesson);
  for (const [oldest] of lessons) if (lessons.size > mostStates) lessons.delete(oldest);
  kept.makeRoom(desk);
  return lesson;
}
