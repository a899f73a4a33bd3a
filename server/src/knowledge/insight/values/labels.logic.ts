// Words that are never a verb before an amount ("group 5 users"), nor what an amount is counted by ("a room 2 guests").
const things =
  list(`kind type class category zone region band tier level stage phase version series option gate terminal platform
  line floor building size klasse kategorie gebiet bereich stufe gleis linie etage gebäude größe`);
/** Where something stands in a text: nothing that the text would be about. */
const placesInText =
  list(`chapter section article paragraph clause page part step appendix table nr art schritt kapitel abschnitt
  absatz paragraf seite teil anhang tabelle`);

function list(words: string): string[] {
  return words.split(/\s+/);
}

/** A number that tells one from others of its kind ("zone 2", "page 3"), and is no amount of what comes next. */
export const label = String.raw`(?<=\b(?:${[...things, ...placesInText].join('|')})\.? )\d+`;

const labelled = new RegExp(String.raw`\b(${things.join('|')})\.? (\d+)\b`, 'gi');

/** The things of a kind that a text names by their numbers. */
export const labelledIn = (text: string): string[] =>
  [...text.matchAll(labelled)].map(([, noun = '', number = '']) => `${noun} ${number}`.toLowerCase());
