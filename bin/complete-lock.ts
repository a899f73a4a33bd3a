// Completes package-lock.json with the platform packages that a registry mirror did not list.
//
// npm 11 omits packages from the lock file that it cannot look up, and then `npm ci` refuses the lock file because they are
// missing. A mirror without the macOS build of a linter would thus make our lock file useless everywhere. This program writes
// the same entries as npm, but without the checksum, which only the package itself can provide.
//
// Run it after every `npm install` that changed dependencies: `npx node bin/complete-lock.ts`, then `npm ci` in a new clone.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const systems = new Map([
  ...['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32'].map(
    (os) => [os, os] as const,
  ),
  ['androideabi', 'android'],
  ['windows', 'win32'],
]);
const processors = new Set(['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']);

/** Derives the entry of a platform package from its name (`@scope/binding-linux-x64-musl`); undefined if it names no platform. */
function platformEntry(name: string, version: string, parent: Entry): object | undefined {
  const words = name.split(/[-/]/u);
  const os = words.map((word) => systems.get(word)).find((known) => known !== undefined);
  const cpu = words.find((word) => processors.has(word));
  if (os === undefined || cpu === undefined || !/^\d+\.\d+\.\d+/u.test(version)) return undefined;
  const libc = os === 'linux' && (name.includes('musl') ? 'musl' : name.includes('gnu') && 'glibc');
  return {
    version,
    cpu: [cpu],
    ...(parent.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    license: parent.license ?? 'MIT',
    optional: true,
    os: [os],
  };
}

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const found: Record<string, object> = {};
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages) continue;
    const completed = platformEntry(name, version, entry);
    if (completed) found[`node_modules/${name}`] = completed;
    else console.warn(`left out: ${name}@${version}, wanted by ${path}`);
  }
}
const byPath = Object.entries({ ...lock.packages, ...found }).toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(byPath) }, null, 2)}\n`);
console.log(`${Object.keys(found).length} platform packages added to package-lock.json`);
