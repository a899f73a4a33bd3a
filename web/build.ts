/** Builds the client into `web/dist` unless it is there and made of these sources. `--force` builds it in any case. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const stamp = join(dist, 'version');

const version = hashOfSources();
if (process.argv.includes('--force') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
  await buildClient(version);
}

function hashOfSources(): string {
  const patterns = [
    'web/src/**/*',
    'web/public/*',
    'web/*.{html,json,ts}',
    'contract/src/*.ts',
    'demo/knowledge/*.md',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    if (path.endsWith('.test.ts') || !/\.\w+$/.test(path)) continue;
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

// Built beside and moved into place: a process that serves the former files, or one that dies here, leaves no half a client.
async function buildClient(hash: string): Promise<void> {
  const start = performance.now();
  process.env['NODE_ENV'] = 'production';
  const [{ build }, { viteConfig }] = await Promise.all([import('vite'), import('./vite.config.ts')]);
  const outDir = join(root, `web/dist.${process.pid}`);
  const config = viteConfig(hash);
  await build({ ...config, build: { ...config.build, outDir } });
  for (const path of globSync('**/*.{js,css,svg}', { cwd: outDir })) compress(join(outDir, path));
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'version'), hash);
  rmSync(dist, { recursive: true, force: true });
  renameSync(outDir, dist);
  process.stdout.write(`The web client is built (${((performance.now() - start) / 1000).toFixed(1)} s).\n`);
}

function compress(path: string): void {
  const source = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
