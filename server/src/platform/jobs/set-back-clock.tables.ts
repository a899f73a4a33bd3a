declare module '../database/database.ts' {
  interface Tables {
    clock_mark: ClockMarkTable;
  }
}

/** One row. The run-time role has no access to it, and may only call `follow_clock`. */
interface ClockMarkTable {
  /** The latest time that the database was seen to have. */
  at: Date;
}

export {};
