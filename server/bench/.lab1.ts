import { run, fusionWeights as F } from './.lab.ts';
const base = { ...F };
const t = (n: string, w: object) => run(n, () => Object.assign(F, w), () => Object.assign(F, base));
t('base', {});
t('text only', {title:0,grams:0}); t('no title', {title:0}); t('no grams', {grams:0});
t('title.25', {title:.25}); t('title.75', {title:.75}); t('grams.25', {grams:.25}); t('grams.75', {grams:.75}); t('grams1', {grams:1});
