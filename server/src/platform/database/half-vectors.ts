import { sql, type RawBuilder } from 'kysely';

/** Converts a vector to pgvector's column type for two-byte numbers. */
export const toHalfVector = (vector: Float32Array): RawBuilder<unknown> => sql`${`[${vector.join(',')}]`}::halfvec`;

/**
 * Reads the output of `halfvec_send`: two bytes for the dimensions, two unused, then IEEE halves in network order. This is ten
 * times faster to read than the text, and the table of all halves makes it faster again.
 */
export function fromHalfVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array(bytes.readUInt16BE(0));
  for (let at = 0, from = 4; at < vector.length; at++, from += 2)
    vector[at] = valueOfHalf[((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)] ?? 0;
  return vector;
}

const valueOfHalf = new Float32Array(new Float16Array(Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits).buffer));
