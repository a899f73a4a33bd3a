import { readFileSync } from 'node:fs';
import type { Article, Case } from './sets.ts';

/** The error in a line of a bench file, with the line's number. */
export class BadLine extends Error {}

export interface BenchQuestion extends Pick<Case, 'id' | 'text'> {
  history: { speaker: string; text: string }[];
}

/** The articles of a `kb.jsonl`. Throws `BadLine` at the first invalid line. */
export function readArticles(path: string): Article[] {
  return readLines(path, (line) => ({ id: line.text('id'), title: line.maybe('title'), text: line.text('text') }));
}

/** The questions of a `cases.jsonl`, without what the file contains about the right answer. */
export function readQuestions(path: string): BenchQuestion[] {
  return readLines(path, (line) => ({ id: line.text('id'), text: line.text('text'), history: line.turns('history') }));
}

function readLines<Item extends { id: string }>(path: string, read: (line: Line) => Item): Item[] {
  const items: Item[] = [];
  const ids = new Set<string>();
  const lines = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  for (const [at, source] of lines.entries()) {
    if (source.trim() === '') continue;
    const line = new Line(`${path}, line ${at + 1}`, source);
    const item = read(line);
    if (ids.has(item.id)) throw line.refused(`the id "${item.id}" stands on an earlier line already`);
    ids.add(item.id);
    items.push(item);
  }
  if (items.length === 0) throw new BadLine(`${path} holds no lines`);
  return items;
}

class Line {
  readonly #place: string;
  readonly #members: Record<string, unknown>;

  constructor(place: string, source: string) {
    this.#place = place;
    this.#members = this.#parsed(source);
  }

  refused(what: string): BadLine {
    return new BadLine(`${this.#place}: ${what}`);
  }

  /** A required text. */
  text(name: string): string {
    const value = this.#members[name];
    if (typeof value !== 'string' || value.trim() === '') throw this.refused(`"${name}" must be a text`);
    return value;
  }

  /** An optional text: '' if it is absent. */
  maybe(name: string): string {
    return this.#members[name] === undefined ? '' : this.#string(name, this.#members[name]);
  }

  turns(name: string): BenchQuestion['history'] {
    const value = this.#members[name] ?? [];
    if (!Array.isArray(value)) throw this.refused(`"${name}" must be a list of turns`);
    return value.map((turn: unknown, at) => {
      if (!isObject(turn)) throw this.refused(`"${name}", turn ${at + 1}, must be an object`);
      return {
        speaker: this.#string(`${name}, turn ${at + 1}, speaker`, turn['speaker']),
        text: this.#string(`${name}, turn ${at + 1}, text`, turn['text']),
      };
    });
  }

  #string(name: string, value: unknown): string {
    if (typeof value !== 'string') throw this.refused(`"${name}" must be a text`);
    return value;
  }

  #parsed(source: string): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch {
      throw this.refused('this is not JSON');
    }
    if (!isObject(value)) throw this.refused('this is not a JSON object');
    return value;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
