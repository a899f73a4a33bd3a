import type { Desk } from '../platform/desk.ts';
import { meaningsOf } from '../platform/embedding/meanings.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import type { CustomerQuestion } from '../knowledge/index.ts';
import { detectTags, learnTags, textsToEmbed } from '../routing/index.ts';
import type { Situation } from './situation.actions.ts';

export interface RecognisedTags {
  /** Strongest first. */
  tagIds: string[];
  /** What they were told by, for the record: words, or meaning as well and whose; null where no tag has examples. */
  by: string | null;
  /** Of the question, for whoever needs it next; null: asked for in vain. Absent: nobody has asked. */
  meaning: CustomerQuestion['meaning'];
}

type Asked = Pick<Situation, 'policy' | 'subject' | 'question' | 'settings'>;

/** The tags of a message. A model that is away, late or still learning is not waited for: words tell them meanwhile. */
export async function recogniseTags(
  desk: Desk,
  scope: OrganizationScope,
  { policy: { tags }, subject, question, settings }: Asked,
  language: string | null,
): Promise<RecognisedTags> {
  const embedder = desk.embedder?.reads(language ?? settings.default_language) ? desk.embedder : null;
  const learned = await learnTags(desk, scope, { tags, embedder });
  const said = { subject, text: question };
  const model = learned?.model ?? '';
  const meanings = embedder?.model === model ? await meaningsOf(embedder, textsToEmbed(said)) : undefined;
  const detected = detectTags({ tags, classifier: learned?.classifier ?? null, meanings: meanings ?? null }, said);
  const tagIds = detected.map((tag) => tag.id);
  if (!meanings) return { tagIds, by: learned && 'words-2', meaning: meanings };
  return { tagIds, by: `meaning-2:${model}`, meaning: meaningOf(model, meanings.get(question)) };
}

const meaningOf = (model: string, vector: Float32Array | undefined) => vector && { model, vector };
