import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BadLine, readArticles, readQuestions } from './corpora/checked-lines.ts';
import { predictorFor, type Prediction } from './measuring/predictions.ts';

/*
 * npm run bench:predict -- --kb kb.jsonl --cases cases.jsonl --out predictions.jsonl [--words]
 *
 * Predicts what the service would do with each question: one line each, in the format of the development data's `score.mjs`.
 */
try {
  await main();
} catch (error) {
  if (!(error instanceof BadLine) && !isUsage(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kb: { type: 'string' },
      cases: { type: 'string' },
      out: { type: 'string' },
      words: { type: 'boolean', default: false },
    },
  });
  const { kb, cases, out, words } = values;
  if (!kb || !cases || !out)
    throw new BadLine(
      'usage: npm run bench:predict -- --kb kb.jsonl --cases cases.jsonl --out predictions.jsonl [--words]',
    );
  const articles = readArticles(kb);
  const questions = readQuestions(cases);
  const predictor = await predictorFor(articles, { words });
  const predictions: Prediction[] = [];
  try {
    for (const question of questions) predictions.push(await predictor.predict(question));
  } finally {
    await predictor.close();
  }
  writeFileSync(out, predictions.map((line) => `${JSON.stringify(line)}\n`).join(''));
  tell(predictions);
}

function tell(predictions: readonly Prediction[]): void {
  const counted = (of: (line: Prediction) => string) =>
    [...Map.groupBy(predictions, of)].map(([name, lines]) => `${name} ${lines.length}`).join(', ');
  console.log(`${predictions.length} questions: ${counted(({ outcome }) => outcome)}`);
  console.log(`languages: ${counted(({ language }) => language ?? 'unknown')}`);
  console.log(`confidence by: ${counted(({ formula }) => formula ?? 'none')}`);
}

// A missing file or an unknown option.
function isUsage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(ENOENT|EACCES|ERR_PARSE_ARGS_\w+)$/.test(String(error.code));
}
