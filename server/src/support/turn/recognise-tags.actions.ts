import type { Desk } from '../../platform/desk.ts';
import { embedTexts } from '../../platform/embedding/embed-texts.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { questionInMessage, type CustomerQuestion } from '../../knowledge/index.ts';
import { detectTags, learnTags, textsToEmbed } from '../../routing/index.ts';
import type { Matter } from './known.actions.ts';

export interface RecognisedTags {
  /** Strongest first. */
  tagIds: string[];
  /** How they were recognised, for the record: by words alone, or also by embeddings of a model; null where no tag has examples. */
  by: string | null;
  /** The question's embedding. null: the model returned nothing. Absent: it was not asked yet. */
  embedding: CustomerQuestion['embedding'];
}

interface TagInput extends Matter {
  language: string | null;
  /** Leaves no trace: nothing is learned for others, and no vector is stored. */
  rehearsed: boolean;
}

/**
 * The tags of a message, but those that people took off its conversation. A model that is away, late or still learning is not
 * waited for: words tell them meanwhile.
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
  const said = { subject, text: question };
  const taught = embedder && embedder.model === learned?.model ? embedder : null;
  // Knowledge looks for what a letter asks, without its greeting and its signature.
  const asked = questionInMessage(question);
  const texts = new Set([...textsToEmbed(said), asked].filter((text) => text !== ''));
  const meanings = taught ? await embedTexts(taught, [...texts]) : undefined;
  const removed = new Set(conversation.removedTagIds);
  const detected = detectTags({ tags, classifier, meanings }, said).map((tag) => tag.id);
  const tagIds = detected.filter((id) => !removed.has(id));
  if (!taught || !meanings) return { tagIds, by: learned ? byWords : null, embedding: taught ? null : undefined };
  const { model } = taught;
  const vector = meanings.get(asked);
  return { tagIds, by: `${byMeaning}:${model}`, embedding: vector && { model, vector } };
}

/** Names of the ways to tell tags, for the record; raised when one changes what it tells. */
const byWords = 'words-2';
const byMeaning = 'meaning-2';
