import { endOfHeaders, foreignLetters } from './charsets.ts';
import { unencoded } from './unencoded.ts';

/** Programs write less; more than the parser accepts is not worth the work. */
const mostHeaderBytes = 256 * 1024;
const word = /=\?([^?\s]{1,60})\?([QqBb])\?([^?\r\n]{0,4000})\?=/g;

interface EncodedWord {
  from: number;
  to: number;
  charset: string;
  bytes: Buffer;
}

/**
 * Returns the mail with the encoded words of its headers as the parser can read them: programs cut a letter into two words
 * (RFC 2047 forbids it), or write in letters that the parser does not know.
 */
export function withWholeWords(raw: Uint8Array): Uint8Array {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = endOfHeaders(raw);
  if (end > mostHeaderBytes) return raw;
  const head = mail.toString('latin1', 0, end);
  const pieces: string[] = [];
  let read = 0;
  for (const run of runsIn(head)) {
    const [first] = run;
    const last = run.at(-1);
    const letters = foreignLetters(first?.charset ?? '');
    if (!first || !last || (run.length === 1 && !letters)) continue;
    // Each for itself: letters with a state begin anew in every word.
    const joined = letters ? Buffer.from(run.map(({ bytes }) => letters(bytes)).join('')) : bytesOf(run);
    pieces.push(
      head.slice(read, first.from),
      `=?${letters ? 'utf-8' : first.charset}?B?${joined.toString('base64')}?=`,
    );
    read = last.to;
  }
  return read === 0 ? raw : Buffer.concat([Buffer.from(pieces.join(''), 'latin1'), mail.subarray(read)]);
}

const bytesOf = (run: readonly EncodedWord[]) => Buffer.concat(run.map(({ bytes }) => bytes));

/** The words in the same letters with nothing but blanks in between. */
function runsIn(head: string): EncodedWord[][] {
  const runs: EncodedWord[][] = [];
  for (const { index, 0: whole, 1: name = '', 2: encoding = '', 3: payload = '' } of head.matchAll(word)) {
    // What follows an asterisk names the language (RFC 2231).
    const charset = (name.split('*')[0] ?? '').toLowerCase();
    const bytes = bytesOfWord(encoding.toUpperCase(), payload);
    const last = runs.at(-1)?.at(-1);
    const continues = last?.charset === charset && /^[ \t\r\n]{1,80}$/.test(head.slice(last.to, index));
    if (!continues) runs.push([]);
    runs.at(-1)?.push({ from: index, to: index + whole.length, charset, bytes });
  }
  return runs;
}

const bytesOfWord = (encoding: string, payload: string): Buffer =>
  encoding === 'B'
    ? unencoded(Buffer.from(payload, 'latin1'), 'base64')
    : unencoded(Buffer.from(payload.replaceAll('_', '=20'), 'latin1'), 'quoted-printable');
