import { run, P } from './.lab.ts';
const t = (n: string, w: any) => run(n, () => Object.assign(P, w), () => { for (const k in P) delete P[k]; });
t('base', {});
for (const tf of [.3,.5,.7,1]) t('tf'+tf, {tf});
for (const cov of [.25,.5]) t('cov'+cov, {cov});
for (const doc of [.2,.4]) t('doc'+doc, {doc});
for (const chatty of [.05,.3,1]) t('chatty'+chatty, {chatty});
t('b.4', {b:.4}); t('k1 .8', {k1:.8}); t('k1 1.6',{k1:1.6}); t('ip1.3',{ip:1.3}); t('ip.8',{ip:.8}); t('gip1.5',{gip:1.5}); t('gb.4',{gb:.4}); t('gk1 .6',{gk1:.6}); t('tb.4',{tb:.4}); t('tk1 .4', {tk1:.4});
