/**
 * Arrays with a number for every slot, reused between searches. Allocated for each search, they were most of its garbage:
 * at 60,000 passages a third of the time and the longest pauses (server/bench/README.md, "Large organizations").
 */
class Scratch {
  private readonly floats: Float64Array[] = [];
  private readonly integers: Uint32Array[] = [];
  private taken = { floats: 0, integers: 0 };
  private depth = 0;

  /** Arrays that `work` takes are reused as soon as it returns: it must not keep them. */
  during<T>(work: () => T): T {
    const before = { ...this.taken };
    this.depth += 1;
    try {
      return work();
    } finally {
      this.depth -= 1;
      this.taken = before;
    }
  }

  zeros(length: number): Float64Array {
    if (this.depth === 0) return new Float64Array(length);
    const at = this.taken.floats++;
    const known = this.floats[at];
    if (known && fits(known, length)) return known.subarray(0, length).fill(0);
    const made = new Float64Array(roomFor(length));
    this.floats[at] = made;
    return made.subarray(0, length);
  }

  /** Contents are undefined. */
  numbers(length: number): Uint32Array {
    if (this.depth === 0) return new Uint32Array(length);
    const at = this.taken.integers++;
    const known = this.integers[at];
    if (known && fits(known, length)) return known.subarray(0, length);
    const made = new Uint32Array(roomFor(length));
    this.integers[at] = made;
    return made.subarray(0, length);
  }
}

/** One for the thread: a search is never interrupted by another. */
export const scratch = new Scratch();

const roomFor = (length: number) => Math.ceil(length * 1.25);

// An array that is far too large was made for an organization that may be gone.
const fits = (array: { length: number }, length: number) =>
  array.length >= length && array.length <= 16 * length + 4_096;
