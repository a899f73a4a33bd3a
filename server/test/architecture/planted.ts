/** A violation of ARCHITECTURE.md or STYLE.md: the file to plant, its source, and the rule that must report it. */
export interface Planted {
  readonly sentence: string;
  readonly path: string;
  readonly source: string;
  readonly rule: string;
  /** Words of the message that point to the right way. */
  readonly advice?: RegExp;
}

const imports = (target: string) => `import * as planted from '${target}';\nexport const use = planted;\n`;
const direction = 'boundaries(dependencies)';

/** Harmless files that the violations below import, so that renaming a file of the product disarms no violation. */
export const targets: readonly (readonly [path: string, source: string])[] = [
  ['server/src/conversations/planted.store.ts', 'export const planted = 1;\n'],
  ['server/src/support/planted.test.ts', 'export const planted = 1;\n'],
  ['server/test/planted.ts', 'export const planted = 1;\n'],
  ['server/bench/planted.ts', 'export const planted = 1;\n'],
  ['web/src/reports/planted.ts', 'export const planted = 1;\n'],
  ['web/src/ui/planted.ts', 'export const planted = 1;\n'],
];

export const violations: readonly Planted[] = [
  {
    sentence: 'a feature of the client imports another one',
    path: 'web/src/home/planted.ts',
    source: imports('../reports/planted.ts'),
    rule: direction,
  },
  {
    sentence: 'the kit of the client imports a feature',
    path: 'web/src/ui/planted-kit.ts',
    source: imports('../reports/planted.ts'),
    rule: direction,
  },
  {
    sentence: 'the API layer of the client imports the kit',
    path: 'web/src/api/planted.ts',
    source: imports('../ui/planted.ts'),
    rule: direction,
  },
  {
    sentence: 'the shell of the client imports a feature',
    path: 'web/src/shell/planted.ts',
    source: imports('../reports/planted.ts'),
    rule: direction,
  },
  {
    sentence: 'the client imports the server',
    path: 'web/src/home/planted.store.ts',
    source: imports('../../../server/src/conversations/planted.store.ts'),
    rule: direction,
  },
  {
    sentence: 'a peer imports a peer',
    path: 'server/src/routing/planted.actions.ts',
    source: imports('../conversations/index.ts'),
    rule: direction,
    advice: /support\/ combines them/,
  },
  {
    sentence: 'a private file of another domain is imported',
    path: 'server/src/support/planted.actions.ts',
    source: imports('../conversations/planted.store.ts'),
    rule: direction,
    advice: /through its index\.ts/,
  },
  {
    sentence: 'a domain imports the story above it',
    path: 'server/src/channels/planted.actions.ts',
    source: imports('../support/index.ts'),
    rule: direction,
  },
  {
    sentence: 'the story imports the tool of the operator',
    path: 'server/src/support/planted-tool.ts',
    source: imports('../operator/index.ts'),
    rule: direction,
  },
  {
    sentence: 'the tool of the operator reaches behind a front door',
    path: 'server/src/operator/planted.ts',
    source: imports('../conversations/planted.store.ts'),
    rule: direction,
  },
  {
    sentence: 'platform imports a domain',
    path: 'server/src/platform/planted.ts',
    source: imports('../access/index.ts'),
    rule: direction,
  },
  {
    sentence: 'logic imports a module of node',
    path: 'server/src/routing/planted-core.logic.ts',
    source: imports('node:fs'),
    rule: direction,
    advice: /pure/,
  },
  {
    sentence: 'logic imports a package',
    path: 'server/src/routing/planted-package.logic.ts',
    source: imports('kysely'),
    rule: direction,
    advice: /pure/,
  },
  {
    sentence: 'logic imports platform',
    path: 'server/src/routing/planted-platform.logic.ts',
    source: imports('../platform/process/clock.ts'),
    rule: direction,
    advice: /pure/,
  },
  {
    sentence: 'logic imports a store',
    path: 'server/src/conversations/planted-store.logic.ts',
    source: imports('./planted.store.ts'),
    rule: direction,
    advice: /pure/,
  },
  {
    sentence: 'logic of the story takes more than a type from another domain',
    path: 'server/src/support/planted.logic.ts',
    source: imports('../conversations/index.ts'),
    rule: direction,
    advice: /pure/,
  },
  {
    sentence: 'routes import a store',
    path: 'server/src/conversations/planted.routes.ts',
    source: imports('./planted.store.ts'),
    rule: direction,
    advice: /call an action/,
  },
  {
    sentence: 'contract imports the server',
    path: 'contract/src/planted.ts',
    source: imports('../../server/src/platform/process/clock.ts'),
    rule: direction,
  },
  {
    sentence: 'the product imports a test',
    path: 'server/src/support/planted-test.actions.ts',
    source: imports('../../test/planted.ts'),
    rule: direction,
    advice: /never depends on tests/,
  },
  {
    sentence: 'the product imports a test of its own folder',
    path: 'server/src/support/planted-own-test.actions.ts',
    source: imports('./planted.test.ts'),
    rule: direction,
    advice: /never depends on tests/,
  },
  {
    sentence: 'the product imports a bench',
    path: 'server/src/support/planted-bench.actions.ts',
    source: imports('../../bench/planted.ts'),
    rule: direction,
  },
  {
    sentence: 'a folder that is not in the map of domains',
    path: 'server/src/plants/planted.ts',
    source: 'export const planted = 1;\n',
    rule: 'boundaries(no-unknown-files)',
  },
  {
    sentence: 'two files import each other',
    path: 'server/src/conversations/planted-one.ts',
    source: "export { two } from './planted-two.ts';\nexport const one = 1;\n",
    rule: 'import(no-cycle)',
  },
  {
    sentence: 'the other file of the cycle',
    path: 'server/src/conversations/planted-two.ts',
    source: "export { one } from './planted-one.ts';\nexport const two = 2;\n",
    rule: 'import(no-cycle)',
  },
  {
    sentence: 'a request that does not go through egress',
    path: 'server/src/channels/planted-fetch.ts',
    source: "export const ask = () => fetch('https://example.org');\n",
    rule: 'eslint(no-restricted-globals)',
    advice: /desk\.egress\.fetch/,
  },
  {
    sentence: 'an HTTP client of node',
    path: 'server/src/channels/planted-client.ts',
    source: "import { request } from 'node:https';\nexport const ask = request;\n",
    rule: 'eslint(no-restricted-imports)',
    advice: /desk\.egress\.fetch/,
  },
  {
    sentence: 'a namespace import of an HTTP client of node under its old name',
    path: 'server/src/channels/planted-old-client.ts',
    source: "import * as client from 'http';\nexport const ask = client.request;\n",
    rule: 'eslint(no-restricted-imports)',
    advice: /desk\.egress\.fetch/,
  },
  {
    sentence: 'a client that bypasses egress',
    path: 'server/src/channels/planted-undici.ts',
    source: "import { Agent } from 'undici';\nexport const agent = new Agent();\n",
    rule: 'eslint(no-restricted-imports)',
    advice: /desk\.egress\.fetch/,
  },
  {
    sentence: 'a socket of its own',
    path: 'server/src/channels/planted-socket.ts',
    source: "import { connect } from 'node:net';\nexport const dial = () => connect(80, 'example.org');\n",
    rule: 'eslint(no-restricted-imports)',
    advice: /platform\/egress\/egress\.ts/,
  },
  {
    sentence: 'the global fetch as a property',
    path: 'server/src/channels/planted-global-fetch.ts',
    source: "export const ask = () => globalThis.fetch('https://example.org');\n",
    rule: 'eslint(no-restricted-properties)',
    advice: /desk\.egress\.fetch/,
  },
  {
    sentence: 'the environment is read outside the configuration',
    path: 'server/src/channels/planted-environment.ts',
    source: "export const home = process.env['HOME'];\n",
    rule: 'eslint(no-restricted-properties)',
    advice: /desk\.config/,
  },
  {
    sentence: 'logic reads the clock',
    path: 'server/src/routing/planted-clock.logic.ts',
    source: 'export const now = () => Date.now();\n',
    rule: 'eslint(no-restricted-properties)',
    advice: /pass the time/,
  },
  {
    sentence: 'logic uses randomness',
    path: 'server/src/routing/planted-dice.logic.ts',
    source: 'export const dice = () => Math.random();\n',
    rule: 'eslint(no-restricted-properties)',
  },
  {
    sentence: 'a promise that is not awaited',
    path: 'server/src/channels/planted-promise.ts',
    source: 'export function forget(work: Promise<void>): void {\n  work.then(() => {});\n}\n',
    rule: 'typescript(no-floating-promises)',
  },
  {
    sentence: 'a switch without all cases',
    path: 'server/src/channels/planted-switch.ts',
    source:
      "export function say(word: 'yes' | 'no'): void {\n  switch (word) {\n    case 'yes':\n      return;\n  }\n}\n",
    rule: 'typescript(switch-exhaustiveness-check)',
  },
  {
    sentence: 'a thrown value that is not an error',
    path: 'server/src/channels/planted-throw.ts',
    source: "export function fail(): never {\n  throw 'planted';\n}\n",
    rule: 'typescript(only-throw-error)',
  },
  {
    sentence: 'a file name in another case',
    path: 'server/src/channels/PlantedName.ts',
    source: 'export const planted = 1;\n',
    rule: 'unicorn(filename-case)',
  },
];
