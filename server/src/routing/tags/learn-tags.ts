import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../platform/desk.ts';
import type { Embedder } from '../../platform/embedding/embedder.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { embedExamples, embedForRehearsal } from './embed-examples.ts';
import {
  cachedClassifiers,
  rehearsedClassifiers,
  type CachedClassifiers,
  type TrainedTags,
} from './classifier-cache.ts';
import type { PolicyTag } from '../policy/policy.logic.ts';
import { examplesOf, type TagExamples } from './classifier/tag-examples.logic.ts';
import { trainOnEmbeddings, trainOnWords } from './tag-training.ts';

/** How long an answer waits for training on very many examples, once after they have changed. */
const longestWaitMilliseconds = 4_000;

export interface TagsToLearn {
  tags: readonly PolicyTag[];
  embedder: Embedder | null;
  /** A rehearsal leaves no trace: its training is kept apart, and no vector is stored. */
  rehearsed?: boolean;
}

/**
 * Returns the classifier of the organization's tags, trained so far on their examples: by words and, with an `embedder`, also by
 * meaning, which is trained in the background. Returns null if no tag has examples or training takes too long; then keywords alone
 * decide. A failure is logged, and training is retried with a later message.
 */
export async function learnTags(
  desk: Desk,
  scope: OrganizationScope,
  { tags, embedder, rehearsed = false }: TagsToLearn,
): Promise<TrainedTags | null> {
  const known = examplesOf(tags);
  if (known.examples.length === 0) return null;
  if (rehearsed) return learnForRehearsal(desk, scope, { known, embedder });
  const lesson = cachedClassifiers(desk, scope, known);
  lesson.byWords ??= byWords(desk, lesson);
  if (embedder && lesson.meaning === 'unlearned' && !embedder.resting) void byMeaning(desk, scope, embedder, lesson);
  if (embedder && lesson.byMeaning?.model === embedder.model) return lesson.byMeaning;
  return Promise.race([lesson.byWords, pause(longestWaitMilliseconds, null, { ref: false })]);
}

// Wait for training by meaning: a rehearsal shows the final state, not that of the first seconds after a change.
async function learnForRehearsal(
  desk: Desk,
  scope: OrganizationScope,
  { known, embedder }: { known: TagExamples; embedder: Embedder | null },
): Promise<TrainedTags | null> {
  const lesson = rehearsedClassifiers(desk, scope, known);
  lesson.byWords ??= byWords(desk, lesson);
  if (embedder && lesson.byMeaning?.model === embedder.model) return lesson.byMeaning;
  const words = await lesson.byWords;
  if (!embedder || !words || embedder.resting || lesson.meaning === 'done') return words;
  try {
    const meant = await embedForRehearsal(desk, scope, embedder, known.meant);
    lesson.meaning = 'done';
    if (!meant) return words;
    const meanings = await trainOnEmbeddings(meant, known.tagIds.length);
    lesson.byMeaning = { classifier: { ...words.classifier, meanings }, model: embedder.model };
    return lesson.byMeaning;
  } catch (error) {
    desk.log.warn({ err: (error as Error).name }, 'tags not rehearsed from meaning');
    return words;
  }
}

async function byWords({ log }: Desk, lesson: CachedClassifiers): Promise<TrainedTags | null> {
  try {
    return { classifier: await trainOnWords(lesson.known), model: null };
  } catch (error) {
    log.warn({ err: (error as Error).name }, 'tags not learned from words');
    lesson.byWords = null;
    return null;
  }
}

async function byMeaning(
  desk: Desk,
  scope: OrganizationScope,
  embedder: Embedder,
  lesson: CachedClassifiers,
): Promise<void> {
  const { known } = lesson;
  const { model } = embedder;
  lesson.meaning = 'learning';
  try {
    const meant = await embedExamples(desk, scope, embedder, known.meant);
    const words = await lesson.byWords;
    if (meant && words) {
      const meanings = await trainOnEmbeddings(meant, known.tagIds.length);
      lesson.byMeaning = { classifier: { ...words.classifier, meanings }, model };
    }
    lesson.meaning = words ? 'done' : 'unlearned';
  } catch (error) {
    desk.log.warn({ model, err: (error as Error).name }, 'tags not learned from meaning');
    lesson.meaning = 'unlearned';
  }
}
