/** `npx node demo/export-bench.ts OUTDIR`: exports the articles and probe questions in the format of `npm run bench:retrieval`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArticles } from './articles.ts';

const outDir = process.argv[2];
if (!outDir) throw new Error('usage: npx node demo/export-bench.ts OUTDIR');

const articles = readArticles().map(({ name, title, text }) => ({
  id: name,
  title,
  text: text.replace(/^# .+\n+/, ''),
}));
const cases = readFileSync(new URL('./probe.jsonl', import.meta.url), 'utf8');

mkdirSync(outDir, { recursive: true });
writeFileSync(join(outDir, 'kb.jsonl'), articles.map((article) => `${JSON.stringify(article)}\n`).join(''));
writeFileSync(join(outDir, 'cases.jsonl'), cases);
console.log(`${articles.length} articles and ${cases.trim().split('\n').length} questions in ${outDir}`);
