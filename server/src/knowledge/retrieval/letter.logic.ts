/**
 * The sentences of a message that say what the customer wants: without salutation, closing, name and footer, whose words no
 * article has. English closings only; in other languages they stay in.
 */
export function sentencesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line, at) => at > 0 && (closing.test(line) || footer.test(line)));
  const body = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !salutation.test(line));
  const sentences = body.flatMap((line) => line.replace(greeting, '').split(/(?<=[.!?;])\s+/));
  const said = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return said.length > 0 ? said : [text];
}

const hello = '(?:dear|hello|hi|hey|greetings|good (?:morning|afternoon|evening|day))';
const salutation = new RegExp(`^${hello}(?: [\\p{L}'-]+){0,5}[,!.:]?$`, 'iu');
const greeting = new RegExp(`^${hello}(?: (?:there|all|team|guys|everyone|everybody))?[,!.]+\\s*`, 'i');
// However the words begin; a name among them begins with a capital, or "thanks for all the trouble" would be a closing.
const anyBeginning = (words: string) => words.replace(/\b\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const courtesy = `(?:${anyBeginning(
  'many|with|kind|best|warm|yours|my|thanks|thank you|regards|wishes|greetings|cheers|sincerely|faithfully|truly|thx',
)})`;
const closing = new RegExp(
  `^${courtesy}(?:,? (?:${courtesy}|and|&|in advance|so much|a lot|[A-Z][\\p{L}-]*))*[,.!]*$`,
  'u',
);
const footer = /^(?:sent from my |get outlook for |--$)/i;
