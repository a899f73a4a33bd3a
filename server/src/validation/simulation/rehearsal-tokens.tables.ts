interface RehearsalTokensTable {
  organization_id: string;
  /** UTC. */
  day: string;
  tokens: number;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    rehearsal_tokens: RehearsalTokensTable;
  }
}
