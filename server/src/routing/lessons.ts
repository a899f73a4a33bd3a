import type { Desk } from '../platform/desk.ts';
import { sha256 } from '../platform/signatures.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import type { TagClassifier } from './tag-classifier.logic.ts';
import type { TagExamples } from './tag-examples.logic.ts';

/** A classifier and the model whose vectors it understands; null: it goes by words alone. */
export interface TagsLearned {
  readonly classifier: TagClassifier;
  readonly model: string | null;
}

/** One state of an organization's examples, and what has been learned from it. */
export interface Lesson {
  readonly known: TagExamples;
  byWords: Promise<TagsLearned | null> | null;
  byMeaning: TagsLearned | null;
  meaning: 'unlearned' | 'learning' | 'done';
}

/** What a rehearsal lays over the policy is a lesson of its own. */
const mostLessons = 2;
/** Of all organizations of the process, whose examples together are so many; the one asked least recently goes first. */
const mostExamples = 40_000;

type Lessons = Map<string, Lesson>;

// By database: two desks in one process (tests) do not share what they know. In the order of use.
const byDatabase = new WeakMap<Desk['db'], Map<string, Lessons>>();

/** The same examples are learned once. */
export function lessonOf({ db }: Desk, { organizationId }: OrganizationScope, known: TagExamples): Lesson {
  const all = byDatabase.get(db) ?? new Map<string, Lessons>();
  byDatabase.set(db, all);
  const lessons: Lessons = all.get(organizationId) ?? new Map();
  const key = sha256(JSON.stringify([known.tagIds, known.examples])).toString('base64');
  const fresh: Lesson = { known, byWords: null, byMeaning: null, meaning: 'unlearned' };
  const lesson = lessons.get(key) ?? fresh;
  moveToEnd(lessons, key, lesson);
  moveToEnd(all, organizationId, lessons);
  makeRoom(all, lessons);
  return lesson;
}

function makeRoom(all: Map<string, Lessons>, lessons: Lessons): void {
  for (const [key] of lessons) if (lessons.size > mostLessons) lessons.delete(key);
  let examples = [...all.values()].reduce((sum, each) => sum + examplesIn(each), 0);
  for (const [id, each] of all) {
    if (examples <= mostExamples || all.size === 1) return;
    examples -= examplesIn(each);
    all.delete(id);
  }
}

const examplesIn = (lessons: Lessons) =>
  [...lessons.values()].reduce((sum, { known }) => sum + known.examples.length, 0);

function moveToEnd<Value>(all: Map<string, Value>, key: string, value: Value): void {
  all.delete(key);
  all.set(key, value);
}
