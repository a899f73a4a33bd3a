import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const repeating = new AsyncLocalStorage<true>();

/**
 * Names the statements of this work, so that a server plans each once for each connection: half of what a message costs
 * PostgreSQL was planning. For what is the same with every message; a list whose words vary is planned better for each.
 */
export const repeatedly = <T>(work: () => T): T => repeating.run(true, work);

/** More texts than this are no repetition, and each takes memory in every connection. */
const mostNames = 400;
const numbers = new Map<string, number>();
let generation = 0;

/** The name of a text, the same in all of the process; null when there are too many. */
export function nameOf(text: string): string | null {
  const number = numbers.get(text) ?? numbers.size;
  if (number >= mostNames) return null;
  numbers.set(text, number);
  return `desk-${generation}-${number}`;
}

/** What `select *` meets when another process has migrated the table since it was named. */
const changedResult = '0A000';

/** A connection that names what is done `repeatedly`. Once a named one does not fit its table any more, all get new names. */
export class NamingClient extends pg.Client {
  override query(...given: never[]): never {
    const [text, values] = given as unknown as [unknown, unknown];
    // Without values it may be several at once, which no plan is kept of.
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
