/** Requests the server's sentences in the page's language, which may differ from the browser's. */
export const readerLanguage = (): { 'accept-language': string } => ({
  'accept-language': document.documentElement.lang,
});
