import {
  answerFrom,
  neighboursOfFirst,
  createIndex,
  rerankWithTexts,
  rerankDepth,
  type DraftedAnswer,
  type LiveIndex,
  type NothingRelevant,
  search,
} from '../../src/knowledge/search/engine/index.ts';
import type { Passage } from '../../src/knowledge/library/passages/passage.logic.ts';
import { buildSegment } from '../../src/knowledge/library/passages/build-segment.ts';
import type { RankingResult, PriorMessage } from '../../src/knowledge/search/engine/index.ts';
import { passagesOf } from '../corpora/chunks.ts';
import type { Article, Case } from '../corpora/sets.ts';
import type { Meanings } from '../corpora/vectors.ts';

export interface KnowledgeBase {
  index: LiveIndex;
  passages: Map<string, Passage>;
  /** null: search by words alone. */
  meanings: Meanings | null;
}

export function knowledgeBaseOf(articles: readonly Article[], meanings: Meanings | null = null): KnowledgeBase {
  const index = createIndex();
  const passages = new Map<string, Passage>();
  for (const article of articles) {
    const document = passagesOf(article);
    index.addSegment(buildSegment(document));
    for (const passage of document.passages) passages.set(passage.id, passage);
    if (meanings) {
      index.setVectors(article.id, new Map(document.passages.map((each) => [each.id, meanings.ofPassage(each)])));
    }
  }
  return { index, passages, meanings };
}

export function ask(base: KnowledgeBase, asked: Pick<Case, 'text' | 'history'>): RankingResult {
  const history = (asked.history ?? []).map((turn): PriorMessage => ({
    from: turn.speaker === 'user' ? 'customer' : 'us',
    text: turn.text,
  }));
  const vector = base.meanings?.ofQuestion(asked.text) ?? null;
  const found = search(base.index, { text: asked.text, history, limit: 50, vector });
  return rerankWithTexts(base.index, found, passagesAmong(base, found, rerankDepth));
}

export function answer(base: KnowledgeBase, found: RankingResult): DraftedAnswer | NothingRelevant {
  const beside = neighboursOfFirst(base.index, found).flatMap((id) => base.passages.get(id) ?? []);
  return answerFrom(base.index, found, { passages: foundPassages(base, found), beside });
}

export function foundPassages(base: KnowledgeBase, found: RankingResult): Passage[] {
  return passagesAmong(base, found, 5);
}

function passagesAmong(base: KnowledgeBase, found: RankingResult, first: number): Passage[] {
  return found.ranked.slice(0, first).flatMap(({ passageId }) => base.passages.get(passageId) ?? []);
}

/** Article ids, best passage first, each once. */
export function rankedArticles(found: RankingResult): string[] {
  return [...new Set(found.ranked.map((ranked) => ranked.documentId))];
}
