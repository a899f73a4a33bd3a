import { messages } from '../../demo/messages.ts';
import { answer, ask, knowledgeBaseOf } from './engine-under-test.ts';
import { readSets } from './sets.ts';
const base = knowledgeBaseOf(readSets('/tmp/dev').find(s=>s.name==='demo')!.articles);
for (const m of messages as any[]) { if (m.expect.kind==='silence') continue;
  const text = ((m.subject && !m.subject.startsWith('Re:') ? m.subject + '\n' : '') + (m.text ?? m.html.replace(/<style>.*?<\/style>/s,'').replace(/<[^>]+>/g,' '))).split(/\n--\n|\nOn .*wrote:|\n> |\nSent from/)[0];
  const f = ask(base, {text}); const d = answer(base, f); const top = f.ranked[0]?.documentId;
  const ok = m.expect.kind==='answer' ? (m.expect.articles.includes(top) ? 'RIGHT' : 'wrong:'+top) : 'esc '+m.expect.because;
  console.log(d.confidence.value.toFixed(2), m.id, ok, d.kind==='draft' ? JSON.stringify(d.options) : ''); }
