// In this order: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari.
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

/** The browser and system that a `User-Agent` names; a script's own name; null when it says nothing. */
export function clientName(client: string | null): { browser: string; system: string | null } | null {
  if (!client?.trim()) return null;
  const named = (table: typeof browsers | typeof systems) => table.find(([sign]) => client.includes(sign))?.[1] ?? null;
  return { browser: named(browsers) ?? client.split(/[ /]/, 1)[0] ?? client, system: named(systems) };
}
