/** For long addresses and words: unbroken, they would push what is beside them out of sight. */
export const breakable = { overflowWrap: 'anywhere' } as const;
