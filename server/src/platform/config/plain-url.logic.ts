/** An http or https address of a service: without credentials, which would show in logs, and without query or fragment. */
export const isPlainUrl = (text: string): boolean =>
  /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i.test(text) && URL.canParse(text);
