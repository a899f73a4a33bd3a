/** How the body below some headers is written. `around`: it is what is around the parts between the boundaries, and nobody sees it. */
export type PartForm =
  | { kind: 'plain' | 'encoded'; contentType: string; encoding: string; isAttached: boolean; isShownMail: boolean }
  | { kind: 'around'; boundary: string | null };

/** Reads the headers of a mail or of a part as the parser reads them; null if they are written in an unusual way. */
export function partFormOf(headers: string): PartForm | null {
  // Another header above them would take this line for its own.
  if (/^[ \t]/.test(headers)) return null;
  const fields = unfolded(headers);
  const contentType = fields.get('content-type') ?? 'text/plain';
  const [type = '', ...parameters] = fieldsOf(contentType);
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type)) return null;
  if (type.toLowerCase().startsWith('multipart/')) return aroundParts(parameters);
  const encoding = (fields.get('content-transfer-encoding') ?? '8bit').toLowerCase();
  const disposition = fields.get('content-disposition') ?? '';
  const isAttached = /^attachment\b/i.test(disposition);
  const isShownMail = type.toLowerCase() === 'message/rfc822' && /^inline\b/i.test(disposition);
  return { kind: unencoded.has(encoding) ? 'plain' : 'encoded', contentType, encoding, isAttached, isShownMail };
}

const unencoded = new Set(['7bit', '8bit', 'binary']);

/**
 * The same type of content with its text in Western letters, if it is text whose letters are not named or named UTF-8; else null.
 */
export function westernType(contentType: string): string | null {
  const { type, charset } = lettersOf(contentType);
  if (!type.startsWith('text/') || (charset !== null && charset !== 'utf-8')) return null;
  return typeWith(contentType, 'windows-1252');
}

/** The type, and the letters that it names, in lower case. */
export function lettersOf(contentType: string): { type: string; charset: string | null } {
  const [type = '', ...parameters] = fieldsOf(contentType);
  const charset = parameters.find(isCharset)?.toLowerCase();
  return {
    type: type.toLowerCase(),
    charset: charset?.slice(charset.indexOf('=') + 1).replaceAll(/[" \t]/g, '') ?? null,
  };
}

/** The same type of content with other letters. */
export function typeWith(contentType: string, charset: string): string {
  const [type = '', ...parameters] = fieldsOf(contentType);
  return [type, ...parameters.filter((each) => !isCharset(each)), `charset=${charset}`].join('; ');
}

const isCharset = (parameter: string) => /^charset[ \t]*=/i.test(parameter);

/** The first of each field, without blanks around it. */
function unfolded(headers: string): Map<string, string> {
  const fields: string[][] = [];
  for (const line of headers.split('\n').map(withoutReturns))
    if (/^[ \t]/.test(line) && fields.length > 0) fields.at(-1)?.push(line);
    else fields.push([line]);
  const first = new Map<string, string>();
  for (const field of fields.map((lines) => lines.join(''))) {
    const colon = field.indexOf(':');
    const name = field.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!first.has(name)) first.set(name, field.slice(colon + 1).trim());
  }
  return first;
}

function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(0, end);
}

/** What stands between the semicolons, except for those in quotation marks. */
function fieldsOf(value: string): string[] {
  const fields: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '"') isQuoted = !isQuoted;
    if (value[at] !== ';' || isQuoted) continue;
    fields.push(value.slice(from, at).trim());
    from = at + 1;
  }
  return [...fields, value.slice(from).trim()];
}

function aroundParts(parameters: readonly string[]): PartForm | null {
  let boundary: string | null = null;
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    const name = parameter.slice(0, Math.max(0, equals)).trim().toLowerCase();
    const value = parameter.slice(equals + 1).trim();
    // Comments, escapes and values in pieces: the parser knows what they mean.
    if (/[(\\]/.test(parameter) || name.startsWith('boundary*')) return null;
    if (name === 'boundary') boundary ??= value;
  }
  if (boundary === null) return { kind: 'around', boundary };
  const inner = /^"[^"]*"$/.test(boundary) ? boundary.slice(1, -1) : boundary;
  return /^[ -~]+$/.test(inner) && !inner.includes('"') ? { kind: 'around', boundary: inner } : null;
}
