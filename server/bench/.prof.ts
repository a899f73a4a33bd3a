import { readSets } from './sets.ts';
import { timingRows } from './timing.ts';
console.table(timingRows(readSets('/work/shared/bench')));
