/** Below this the detector guesses. */
const leastCharacters = 20;
/** The beginning of a document is in its language. */
const mostTexts = 20;
const mostCharacters = 4_000;

/** The language most of the text is in, as ISO 639-1; null when there is too little to tell. */
export async function detectLanguage(texts: readonly string[]): Promise<string | null> {
  const text = texts.slice(0, mostTexts).join(' ').slice(0, mostCharacters);
  if (text.length < leastCharacters) return null;
  // Loaded by the first document only, and the smallest model: a whole passage is easy to tell.
  const { eld } = await import('eld/extrasmall');
  return eld.detect(text).language || null;
}
