import { ask, knowledgeBaseOf, rankedArticles } from './.l-engine-under-test.ts';
import { readSets } from './.l-sets.ts';
import { mean, rankMeasures, seeded } from './.l-measures.ts';
import { withTypos } from './.l-typos.ts';
import { fusionWeights } from './.r/fusion.logic.ts';
(globalThis as any).P ??= {};
const P = (globalThis as any).P;
const sets = readSets('/tmp/dev2'); 
const bases = sets.map(s => knowledgeBaseOf(s.articles));
const run = (name: string, set: () => void = () => {}, reset: () => void = () => {}) => {
  set(); const out: string[] = []; let tot=0, k=0;
  for (const [i, s] of sets.entries()) { const cs = s.cases.filter(c => Object.keys(c.relevant).length);
    const rnd = seeded(7);
    const ms = cs.map(c => rankMeasures(rankedArticles(ask(bases[i]!, {text:c.text})), c.relevant)); 
    const v = mean(ms.map(m=>m.ndcg10)); out.push(`${s.name} ${v.toFixed(3)}/${mean(ms.map(m=>m.hit3)).toFixed(3)}`); tot+=v;k++;
    if (s.name==='mtrag_un') { const h = cs.map(c=>rankMeasures(rankedArticles(ask(bases[i]!, c)), c.relevant)); const vh=mean(h.map(m=>m.ndcg10)); out.push(`hist ${vh.toFixed(3)}`); tot+=vh;k++; }
    if (process.env.TYPO) { const h = cs.map(c=>rankMeasures(rankedArticles(ask(bases[i]!, {text: withTypos(c.text,.35,rnd)})), c.relevant)); const vh=mean(h.map(m=>m.ndcg10)); out.push(`typo ${(v-vh).toFixed(3)}`); }
  }
  console.log(name.padEnd(22), (tot/k).toFixed(4), out.join('  ')); reset();
};
export { run, P, fusionWeights };
