const [feed, carriage] = [10, 13];

/**
 * Returns the mail with a line feed wherever a line ends with a carriage return alone, as old programs and broken gateways write
 * it, because the parser takes it for a letter. Leaves out blank lines above the headers.
 */
export function withLineFeeds(raw: Uint8Array): Uint8Array {
  let start = 0;
  while (raw[start] === carriage || raw[start] === feed) start += 1;
  const mail = Buffer.from(raw.buffer, raw.byteOffset + start, raw.byteLength - start);
  let mended: Buffer | null = null;
  for (let at = mail.indexOf(carriage); at >= 0;) {
    let end = at;
    while (mail[end] === carriage) end += 1;
    // Several before a line feed end one line.
    if (mail[end] !== feed) (mended ??= Buffer.from(mail)).fill(feed, at, end);
    at = mail.indexOf(carriage, end);
  }
  return mended ?? (start === 0 ? raw : mail);
}
