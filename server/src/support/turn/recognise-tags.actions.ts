import type { Desk } from '../../platform/desk.ts';
import { embedTexts } from '../../platform/embedding/embed-texts.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { questionInMessage, type CustomerQuestion } from '../../knowledge/index.ts';
import { detectTags, learnTags, textsToEmbed } from '../../routing/index.ts';
import type { Matter } from './matter.actions.ts';

export interface RecognisedTags {
  /** Strongest first. */
  tagIds: string[];
  /** The method, for the record: by words alone, or also by a model's embeddings; null if no tag has examples. */
  by: string | null;
  /** The question's embedding. Null if the model returned nothing, absent if it was not called. */
  embedding: CustomerQuestion['embedding'];
}

interface TagInput extends Matter {
  language: string | null;
  /** A rehearsal leaves no trace: its training is not shared, and no vector is stored. It waits longer for the model. */
  rehearsed: boolean;
}

/**
 * Returns the tags of a message, without those that people have removed from its conversation. Does not wait for a model that is
 * unavailable, late or still in training: words alone decide meanwhile.
 */
export async function recogniseTags(
  desk: Desk,
  scope: OrganizationScope,
  { known: { message, conversation }, basis, language, rehearsed }: TagInput,
): Promise<RecognisedTags> {
  const { tags } = basis.policy;
  const { subject, text: question } = message;
  const embedder = desk.embedder?.reads(language ?? basis.settings.default_language) ? desk.embedder : null;
  const learned = await learnTags(desk, scope, { tags, embedder, rehearsed });
  const classifier = learned?.classifier ?? null;
  const customerText = { subject, text: question };
  const trainedEmbedder = embedder && embedder.model === learned?.model ? embedder : null;
  // The search uses the question of a letter, without its greeting and signature.
  const searchText = questionInMessage(question);
  const texts = new Set([...textsToEmbed(customerText), searchText].filter((text) => text !== ''));
  const meanings = trainedEmbedder
    ? await embedTexts(trainedEmbedder, [...texts], rehearsed ? 'rehearsal' : 'answer')
    : undefined;
  const removed = new Set(conversation.removedTagIds);
  const detected = detectTags({ tags, classifier, meanings }, customerText).map((tag) => tag.id);
  const tagIds = detected.filter((id) => !removed.has(id));
  if (!trainedEmbedder || !meanings)
    return { tagIds, by: learned ? byWords : null, embedding: trainedEmbedder ? null : undefined };
  const { model } = trainedEmbedder;
  const vector = meanings.get(searchText);
  return { tagIds, by: `${byMeaning}:${model}`, embedding: vector && { model, vector } };
}

/** Names of the methods, for the record. Raise the number when a method's results change. */
const byWords = 'words-2';
const byMeaning = 'meaning-2';
