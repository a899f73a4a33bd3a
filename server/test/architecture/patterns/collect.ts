import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { productFiles, read, repository } from '../tree.ts';

export interface Pattern {
  /** From the root of the repository. */
  path: string;
  source: string;
  flags: string;
}

/** Every regular expression of the product, once: the literals, and those that modules build as they load. */
export async function everyPattern(): Promise<Pattern[]> {
  const found = [...productFiles().flatMap(writtenIn), ...(await builtAtLoading())];
  return [...new Map(found.map((each) => [`${each.path} ${each.source} ${each.flags}`, each])).values()];
}

function writtenIn(path: string): Pattern[] {
  const patterns: Pattern[] = [];
  visit(parseSync(path, read(path)).program, (node) => {
    const regex = node['regex'] as { pattern: string; flags: string } | undefined;
    if (node['type'] === 'Literal' && regex) patterns.push({ path, source: regex.pattern, flags: regex.flags });
  });
  return patterns;
}

type SyntaxNode = Record<string, unknown>;

function visit(node: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) see(node as SyntaxNode);
  for (const child of Object.values(node)) visit(child, see);
}

/** Files in which a function builds a pattern when it is called, so that loading does not show it. */
export const filesThatBuildLater = (): string[] =>
  productFiles().filter((path) => {
    let later = 0;
    visit(parseSync(path, read(path)).program, (node) => {
      if (isFunction(node)) visit(node['body'], (inner) => void (later += Number(isNewPattern(inner))));
    });
    return later > 0;
  });

const isFunction = (node: SyntaxNode): boolean =>
  ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'].includes(String(node['type']));

const isNewPattern = (node: SyntaxNode): boolean =>
  ['NewExpression', 'CallExpression'].includes(String(node['type'])) &&
  (node['callee'] as SyntaxNode | undefined)?.['name'] === 'RegExp';

/** Whether a file that is not logic builds a pattern as it loads. */
const buildAtLoading = (path: string): boolean => {
  let all = 0;
  let later = 0;
  const { program } = parseSync(path, read(path));
  visit(program, (node) => void (all += Number(isNewPattern(node))));
  if (all === 0) return false;
  visit(program, (node) => {
    if (isFunction(node)) visit(node['body'], (inner) => void (later += Number(isNewPattern(inner))));
  });
  return all > later;
};

/** The patterns that `new RegExp` built while these files loaded. Run it in a separate thread: it replaces `RegExp`. */
async function builtAtLoading(): Promise<Pattern[]> {
  const built: Pattern[] = [];
  const usual = globalThis.RegExp;
  let path = '';
  globalThis.RegExp = new Proxy(usual, {
    construct(target, given, newTarget) {
      const made = Reflect.construct(target, given, newTarget) as RegExp;
      // Files that are not logic also load libraries; ignore the libraries' own patterns.
      const { stack = '' } = new Error();
      const isOfLibrary = /node_modules/.test(stack.split('\n')[2] ?? '');
      if (path.endsWith('.logic.ts') || !isOfLibrary)
        built.push({ path: callerIn(stack) ?? path, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (path of productFiles().filter((each) => each.endsWith('.logic.ts') || buildAtLoading(each)))
      await import(join(repository, path));
  } finally {
    globalThis.RegExp = usual;
  }
  return built;
}

const callerIn = (stack: string): string | undefined =>
  stack
    .split('\n')
    .map((line) => /(?:server|contract)\/src\/[^:)]+/.exec(line)?.[0])
    .find((path) => path !== undefined && !path.startsWith('server/src/platform/text/'));
