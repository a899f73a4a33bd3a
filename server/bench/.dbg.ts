import { ask, knowledgeBaseOf, rankedArticles, answer } from './engine-under-test.ts';
import { readSets } from './sets.ts';
const set = readSets('/tmp/dev').find(s=>s.name===process.argv[2])!;
const base = knowledgeBaseOf(set.articles);
const title = new Map(set.articles.map(a=>[a.id,a.title]));
for (const c of set.cases.filter(c=>Object.keys(c.relevant).length)) {
  const f = ask(base, {text:c.text}); const r = rankedArticles(f);
  const pos = Math.min(...Object.keys(c.relevant).map(k=>r.indexOf(k)).map(p=>p<0?99:p));
  if (pos<3 && process.argv[3]!=='all') continue;
  console.log(`\n[${pos}] ${c.text}   REL: ${Object.entries(c.relevant).map(([k,g])=>title.get(k)+':'+g).join(' | ')}`);
  for (const x of f.candidates.slice(0,3)) console.log('    ', x.ranked.score.toFixed(2), x.ranked.parts.text.toFixed(2), x.ranked.parts.title.toFixed(2), x.ranked.parts.grams.toFixed(2), title.get(x.ranked.documentId));
  const rel = f.candidates.find(x=>c.relevant[x.ranked.documentId]); if (rel) console.log('  REL', rel.ranked.score.toFixed(2), rel.ranked.parts.text.toFixed(2), rel.ranked.parts.title.toFixed(2), rel.ranked.parts.grams.toFixed(2));
}
