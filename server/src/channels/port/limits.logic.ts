/** Largest bodies of the inbound routes, in bytes. */
export const maxEventBytes = 1_048_576;
export const maxMailBytes = 40 * 1_048_576;
