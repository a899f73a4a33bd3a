import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../../..');

export const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** Paths from the root of the repository, with slashes, without installed packages. */
export function files(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: repository, exclude: ['**/node_modules/**', 'data/**'] }).sort();
}

/** The product's own code, to which the limits of STYLE.md apply. */
export const productFiles = (): string[] =>
  files('contract/src/**/*.ts', 'server/src/**/*.ts').filter((path) => !isTest(path));

/** The client's own code. */
export const clientFiles = (): string[] => files('web/src/**/*.{ts,tsx}').filter((path) => !isTest(path));

const isTest = (path: string): boolean => /\.test\.ts$|^server\/test\//.test(path);

/** `server/src/routing/policy/rules.store.ts` -> `routing`. */
export const domainOf = (path: string): string => path.split('/')[2] ?? '';
