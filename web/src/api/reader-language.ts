/** Asks the server to say its sentences in the language of the page, which a person may have chosen against the browser's. */
export const readerLanguage = (): { 'accept-language': string } => ({
  'accept-language': document.documentElement.lang,
});
