/** The colour of a case's verdict. */
export const verdictColors = { pass: 'green', fail: 'red', flaky: 'orange', error: 'gray', skipped: 'gray' } as const;
