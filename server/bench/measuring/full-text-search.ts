import { PGlite } from '@electric-sql/pglite';
import { stemFor } from '../../src/platform/text/stem.ts';
import { tokensOf } from '../../src/platform/text/tokens.logic.ts';
import type { Article } from '../corpora/sets.ts';

/**
 * PostgreSQL's full-text search at its best (docs/ranking.md): any word of the question may match, `ts_rank` with
 * normalisation 1, titles above texts, over whole articles. Returns article ids, best first, for each question.
 */
export async function fullTextSearch(articles: readonly Article[], questions: readonly string[]): Promise<string[][]> {
  const db = new PGlite();
  await db.exec(
    'create table article (id text primary key, words tsvector); create index on article using gin (words)',
  );
  for (const { id, title, text } of articles) {
    await db.query(
      `insert into article values ($1,
         setweight(to_tsvector('english', $2), 'A') || setweight(to_tsvector('english', $3), 'D'))`,
      [id, title, text],
    );
  }
  const ranked: string[][] = [];
  for (const question of questions) ranked.push(await ask(db, question));
  await db.close();
  return ranked;
}

async function ask(db: PGlite, question: string): Promise<string[]> {
  const words = tokensOf(question, stemFor('en')).map(({ word }) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  const any = words.filter(Boolean).join(' | ');
  if (any === '') return [];
  const { rows } = await db.query<{ id: string }>(
    `select id from article, to_tsquery('english', $1) as asked where words @@ asked
     order by ts_rank(words, asked, 1) desc, id limit 50`,
    [any],
  );
  return rows.map(({ id }) => id);
}
