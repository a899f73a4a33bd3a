import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One article of `kb.jsonl`. */
export interface Article {
  id: string;
  title: string;
  text: string;
  /** BCP 47. Absent: English. */
  language?: string;
}

/** One line of `cases.jsonl`: `relevant` grades articles, `history` is oldest first, `human_only` is why only a person may handle it. */
export interface Case {
  id: string;
  text: string;
  label: string;
  relevant: Record<string, number>;
  human_only?: string;
  history?: { speaker: string; text: string }[];
  answers?: string[];
  evidence?: string[];
}

export interface BenchSet {
  name: string;
  articles: Article[];
  cases: Case[];
}

/** Every folder below the directories (or they themselves) that holds `kb.jsonl` and `cases.jsonl`. */
export function readAllSets(directories: readonly string[]): BenchSet[] {
  return directories.flatMap(readSets);
}

export function readSets(directory: string): BenchSet[] {
  const folders = ['.', ...readdirSync(directory).sort()].map((name) => join(directory, name));
  return folders
    .filter((folder) => existsSync(join(folder, 'kb.jsonl')) && existsSync(join(folder, 'cases.jsonl')))
    .map(readSet);
}

function readSet(folder: string): BenchSet {
  return {
    name: folder.split('/').at(-1) ?? folder,
    articles: lines<Article>(join(folder, 'kb.jsonl')),
    cases: lines<Case>(join(folder, 'cases.jsonl')).map((line) => ({ ...line, relevant: line.relevant ?? {} })),
  };
}

export function lines<Line>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Line => JSON.parse(line));
}
