export interface Bounds {
  /** In UTF-16 units, as those of `run`. */
  most: number;
  /** How much is kept of characters without a blank: a long code leaves room for the words behind it. */
  run: number;
}

/** The beginning of a text, for work whose time grows with the length. Half of a surrogate pair where it is cut is replaced. */
export function beginningOf(text: string, { most, run }: Bounds): string {
  let beginning = '';
  for (const [part] of text.matchAll(/\s+|\S+/g)) {
    beginning += part.slice(0, run);
    if (beginning.length >= most) break;
  }
  return beginning.slice(0, most).toWellFormed();
}
