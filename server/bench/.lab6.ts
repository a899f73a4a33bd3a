import { run, P, fusionWeights as F } from './.lab.ts';
const base = { ...F };
const t = (n: string, w: any, f: any = {}) => run(n, () => {Object.assign(P, w); Object.assign(F, f)}, () => { for (const k in P) delete P[k]; Object.assign(F, base)});
t('ch.25', {chatty:.25}); t('ch.3', {chatty:.3}); t('ch.4', {chatty:.4});t('ch.5', {chatty:.5,gen:.7});
t('ch.3 gen.7', {chatty:.3,gen:.7});
t('ch.3 gen.7 t.4', {chatty:.3,gen:.7},{title:.4});
t('ch.3 gen.7 t.4 g1', {chatty:.3,gen:.7},{title:.4,grams:1});
t('ch.3 gen.7 g1', {chatty:.3,gen:.7},{grams:1});
t('ch.3 gen.7 doc.2', {chatty:.3,gen:.7,doc:.2});
