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

const kept = new OrganizationCache<Lessons>({ most: mostExamples, sizeOf: examplesIn });

/** The same examples are learned once. */
export function cachedClassifiers(
  desk: Desk,
  { organizationId }: OrganizationScope,
  known: TagExamples,
): CachedClassifiers {
  const lessons = kept.use(desk, organizationId, () => new Map());
  const key = sha256(JSON.stringify([known.tagIds, known.examples])).toString('base64');
  const lesson: CachedClassifiers = lessons.get(key) ?? { known, byWords: null, byMeaning: null, meaning: 'unlearned' };
  // In the order of use.
  lessons.delete(key);
  lessons.set(key, lesson);
  for (const [oldest] of lessons) if (lessons.size > mostStates) lessons.delete(oldest);
  kept.makeRoom(desk);
  return lesson;
}
