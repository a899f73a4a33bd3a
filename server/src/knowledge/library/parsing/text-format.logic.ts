import { looksLikeCsv } from './text/csv.logic.ts';
import type { Format } from './content/shapes.logic.ts';

const otherText = /\.(?:xml|rtf|ya?ml|svg)$/i;
const markdownName = /\.(?:md|markdown|mdown|mkd)$/i;
const htmlStart =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i;

/** Detects the format of a text; the name decides ambiguous cases. Returns null for unsupported formats (XML, RTF). */
export function textFormat(text: string, fileName: string): Format | null {
  if (htmlStart.test(text.slice(0, 4096)) || /\.html?$/i.test(fileName)) return 'html';
  if (otherText.test(fileName) || /^\ufeff?\s*<\?xml|^\{\\rtf/.test(text.slice(0, 200))) return null;
  if (/\.(?:json|jsonl|ndjson)$/i.test(fileName) || isJson(text)) return 'json';
  if (/\.(?:csv|tsv)$/i.test(fileName)) return 'csv';
  if (markdownName.test(fileName)) return 'markdown';
  return looksLikeCsv(text.slice(0, 65_536)) ? 'csv' : 'plain';
}

/** Parsing a longer text would delay other requests, so only its first and last characters are examined. */
const longestToParse = 262_144;

function isJson(text: string): boolean {
  if (!/^\ufeff?\s*(?:\{\s*["}]|\[\s*[[\]{"\d-])/.test(text.slice(0, 1000))) return false;
  if (text.length > longestToParse) return /[\]}]\s*$/.test(text.slice(-200));
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

const field = /^([!-9;-~]{1,80}):(?:[ \t]|\r?$)/;
const continuation = /^[ \t]+\S/;
const sentBy = new Set(['from', 'sender', 'return-path']);
const onlyInMail = new Set(['message-id', 'mime-version', 'received', 'date', 'return-path', 'dkim-signature']);

/** RFC 5322: header fields up to an empty line, including a sender, and a field that only mail programs write. */
export function looksLikeMail(start: string, fileName: string): boolean {
  if (markdownName.test(fileName)) return false;
  const names = new Set<string>();
  for (const line of start.replace(/^\ufeff|^\u00ef\u00bb\u00bf/, '').split(/\r\n|\r|\n/, 500)) {
    if (line.trim() === '') break;
    const name = field.exec(line)?.[1]?.toLowerCase();
    if (name) names.add(name);
    else if (!continuation.test(line)) return false;
  }
  const named = /\.eml$/i.test(fileName);
  const sent = [...sentBy].some((name) => names.has(name));
  return sent && (named || [...onlyInMail].some((name) => names.has(name)));
}
