import { tokensOf } from '../src/knowledge/retrieval/tokens.logic.ts'; import { stemFor } from '../src/knowledge/retrieval/stem.ts'; import { lines, type Article } from './sets.ts';
import { writeFileSync } from 'node:fs';
const B='/work/shared/bench/';
const corp: string[][] = [];
for (const s of ['squad2','mtrag_un','tau_qa']) corp.push(lines<Article>(B+s+'/kb.jsonl').map(a=>a.text));
corp.push(lines<Article>('/tmp/dev/demo/kb.jsonl').flatMap(a=>a.text.split(/\n## /)));
for (const s of ['clinc','banking77']) { const q = lines<{text:string}>(B+s+'/train.jsonl').map(x=>x.text); const d: string[]=[]; for (let i=0;i<q.length;i+=40) d.push(q.filter((_,j)=>j%Math.ceil(q.length/ (q.length/ 12|0)) === -1).join(' ')); // group 12 random questions as one doc
  const docs: string[] = []; const n = Math.floor(q.length/12); for (let i=0;i<n;i++) docs.push(Array.from({length:12},(_,k)=>q[(i+k*n)%q.length]).join(' ')); corp.push(docs); }
const all = new Map<string, number[]>();
corp.forEach((c, ci) => { for (const t of c) for (const st of new Set(tokensOf(t, stemFor('en')).map(x=>x.stem))) { const a = all.get(st) ?? corp.map(()=>0); a[ci]! += 1/c.length; all.set(st, a); } });
const rows = [...all].map(([st,a]) => { const sorted=[...a].sort((x,y)=>y-x); const p = a.reduce((t,x)=>t+Math.log(x+0.002),0)/a.length; return {st, b: -p, n: a.filter(x=>x>0).length}; }).filter(r=>r.n>=4 && /^[a-z]+$/.test(r.st)).sort((x,y)=>x.b-y.b);
const bands: string[][] = [[],[],[],[],[],[]];
for (const r of rows) { const k = Math.round(r.b); if (k<=5) bands[k]!.push(r.st); }
console.log(bands.map(b=>b.length));
console.log(bands.slice(0,4).map(b=>b.join(' ')).join('\n\n')); console.log(bands[4]!.slice(0,60).join(' '), '|', bands[5]!.slice(0,40).join(' '));
writeFileSync('/tmp/bands.json', JSON.stringify(bands));
