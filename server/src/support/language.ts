// One-line messages of fewer characters are guessed wrong too often (dependencies.md §1.6): the thread decides instead.
const shortestTelling = 20;

/** The BCP 47 primary subtag of a text, or null when it is too short or too mixed to tell. */
export async function detectLanguage(text: string): Promise<string | null> {
  const words = text.replace(/https?:\/\/\S+|\S+@\S+/g, ' ').trim();
  if (words.length < shortestTelling) return null;
  // Loaded by the first message: its tables are large, and no start should wait for them.
  const { eld } = await import('eld/small');
  const found = eld.detect(words);
  return found.language && found.isReliable() ? found.language : null;
}
