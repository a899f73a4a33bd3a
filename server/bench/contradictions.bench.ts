import { readdirSync, readFileSync } from 'node:fs';
import type { Claim } from '../src/knowledge/insight/claims/claim.logic.ts';
import { claimsIn } from '../src/knowledge/insight/claims/claims.ts';
import {
  contradict,
  contradictNearby,
  isCertain,
} from '../src/knowledge/insight/contradictions/contradictions.logic.ts';

/*
 * Measures the finder of contradictions on the help centres in bench/bases, which have hardly any, and on sentences that were
 * written to contradict one of theirs, or none: the `seen` ones while the rules were chosen, the `fresh` ones afterwards. Run: npm run
 * bench:contradictions [-- -v].
 */
const bases = new URL('bases/', import.meta.url);
const isTold = process.argv.includes('-v');
const tell = (line: string) => isTold && console.log(`  ${line}`);
const linesOf = <T>(path: string): T[] =>
  readFileSync(new URL(path, bases), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

interface Article {
  title: string;
  text: string;
}

interface Planted extends Article {
  set: 'seen' | 'fresh';
  base: string;
  /** A part of the sentence that it contradicts; null: it contradicts none. */
  contradicts: string | null;
}

const claimsOf = ({ title, text }: Article): Claim[] =>
  text.split(/^## /m).flatMap((part, at) => {
    if (at === 0) return claimsIn({ title, heading_path: [], text: part }, 'en');
    const [heading = '', ...lines] = part.split('\n');
    return claimsIn({ title, heading_path: [heading], text: lines.join('\n') }, 'en');
  });

const claims = new Map(
  ['held-out', 'train'].flatMap((group) =>
    readdirSync(new URL(group, bases)).map((name) => {
      const articles = linesOf<Article>(`${group}/${name}/kb.jsonl`);
      return [name, articles.map(claimsOf)] as const;
    }),
  ),
);

let [findings, certain] = [0, 0];
for (const articles of claims.values())
  for (const [at, own] of articles.entries())
    for (const [place, one] of own.entries()) {
      const nearby = own.slice(place + 1).filter((other) => contradictNearby(one, other));
      const elsewhere = articles
        .slice(at + 1)
        .flat()
        .filter((other) => contradict(one, other));
      for (const other of [...nearby, ...elsewhere]) {
        findings++;
        certain += Number(isCertain(one, other));
        tell(`${one.quote} / ${other.quote}`);
      }
    }
console.log(`${claims.size} help centres: ${findings} findings, ${certain} of them certain`);

for (const [set, planted] of Map.groupBy(linesOf<Planted>('contradictions.jsonl'), (each) => each.set)) {
  const counts = { found: 0, contradictory: 0, silent: 0, compatible: 0, beside: 0 };
  for (const { base, contradicts, ...article } of planted) {
    const all = claims.get(base)?.flat() ?? [];
    const hits = all.filter((claim) => claimsOf(article).some((own) => contradict(own, claim)));
    const right = hits.filter(({ quote }) => contradicts !== null && quote.includes(contradicts));
    counts[contradicts === null ? 'compatible' : 'contradictory']++;
    counts.found += Number(right.length > 0);
    counts.silent += Number(contradicts === null && hits.length === 0);
    counts.beside += hits.length - right.length;
    if (contradicts === null ? hits.length > 0 : right.length === 0) tell(`wrong: ${article.text}`);
  }
  const { found, contradictory, silent, compatible, beside } = counts;
  console.log(
    `${set}: ${found} of ${contradictory} found, silent on ${silent} of ${compatible}, ${beside} beside the point`,
  );
}
