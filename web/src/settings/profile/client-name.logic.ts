// The order matters: Edge and Opera also name Chrome, and Chrome also names Safari.
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The browser and the system in a `User-Agent`, or a script's own name; null if it is empty. */
export function clientName(client: string | null): { browser: string; system: string | null } | null {
  if (!client?.trim()) return null;
  const named = (table: typeof browsers | typeof systems) => table.find(([sign]) => client.includes(sign))?.[1] ?? null;
  return { browser: named(browsers) ?? client.split(/[ /]/, 1)[0] ?? client, system: named(systems) };
}
