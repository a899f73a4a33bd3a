import { run, P, fusionWeights as F } from './.lab.ts';
const t = (n: string, w: any, f: any = {}) => run(n, () => {Object.assign(P, w)}, () => { for (const k in P) delete P[k]; });
t('base', {}); for (const art of [.25,.5,1]) t('art'+art, {art});
