import { run, P, fusionWeights as F } from './.lab.ts';
const base = { ...F };
const t = (n: string, w: any, f: any = {}) => run(n, () => {Object.assign(P, w); Object.assign(F, f)}, () => { for (const k in P) delete P[k]; Object.assign(F, base)});
t('base', {});
t('title.3', {}, {title:.3}); t('title.7', {}, {title:.7}); t('grams 1', {}, {grams:1}); t('grams .5', {}, {grams:.5});
for (const doc of [.2,.4,.8]) t('doc'+doc, {doc});
t('doclex.4', {doc:.4,dsrc:'lex'}); t('doclex.8 dp2', {doc:.8,dsrc:'lex',dp:2});
t('chatty.3', {chatty:.3}); t('chatty.08', {chatty:.08}); t('gen.3',{gen:.3}); t('gen.7',{gen:.7});
