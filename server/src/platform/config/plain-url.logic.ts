/** Accepts an http or https address without credentials, which would appear in logs, and without query or fragment. */
export const isPlainUrl = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i.test(text) && URL.canParse(text);
