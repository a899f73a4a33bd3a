/** What people write into an appointment (RFC 5545); the rest is for calendars. */
const written = ['SUMMARY', 'LOCATION', 'COMMENT', 'DESCRIPTION'];
const longest = 20_000;

/** The words of an appointment, a line for each; '' if it has none. */
export function wordsOfAppointment(calendar: string): string {
  // A line that begins with a blank continues the one above it.
  const lines = calendar
    .slice(0, longest)
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  // What is above the event describes its time zone, and what is below it belongs to others.
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1);
  const found = new Map<string, string>();
  for (const line of event) {
    if (line === 'END:VEVENT') break;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).split(';')[0]?.toUpperCase() ?? '';
    if (!found.has(name)) found.set(name, unescaped(line.slice(colon + 1)).trim());
  }
  return written.flatMap((name) => found.get(name) || []).join('\n');
}

const unescaped = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character));
