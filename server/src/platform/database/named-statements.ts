import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const repeating = new AsyncLocalStorage<true>();

/**
 * Names the statements of this work, so that PostgreSQL plans each only once for each connection: planning was half of its cost
 * for a message. Use it for work that is the same for every message; queries whose text varies are planned better each time.
 */
export const repeatedly = <T>(work: () => T): T => repeating.run(true, work);

/** Each name takes memory in every connection; beyond this many, statements are not repeated often enough to pay. */
const mostNames = 400;
const numbers = new Map<string, number>();
let generation = 0;

/** Returns the name of a statement, the same in the whole process; null when there are too many. */
export function nameOf(text: string): string | null {
  const number = numbers.get(text) ?? numbers.size;
  if (number >= mostNames) return null;
  numbers.set(text, number);
  return `desk-${generation}-${number}`;
}

/** The error of a named `select *` after another process has migrated the table. */
const changedResult = '0A000';

/** A connection that names the statements of `repeatedly`. After a `changedResult` error all statements get new names. */
export class NamingClient extends pg.Client {
  override query(...given: never[]): never {
    const [text, values] = given as unknown as [unknown, unknown];
    // A text without values may be several statements, for which PostgreSQL keeps no plan.
    const isOne = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isOne && repeating.getStore() ? nameOf(text) : null;
    const named = name === null ? given : [{ name, text }, ...given.slice(1)];
    const result: unknown = Reflect.apply(super.query, this, named);
    if (result instanceof Promise) result.catch(forgetNames);
    return result as never;
  }
}

function forgetNames(error: { code?: string }): void {
  if (error.code === changedResult) generation += 1;
}
