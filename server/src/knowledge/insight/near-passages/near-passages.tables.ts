interface ComparedPassagesTable {
  organization_id: string;
  pair_hash: string;
  document_id: string;
  other_document_id: string;
  quote: string | null;
  other_quote: string | null;
  compared_at: Date;
}

interface ComparisonTokensTable {
  organization_id: string;
  /** UTC. */
  day: string;
  tokens: number;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    compared_passages: ComparedPassagesTable;
    comparison_tokens: ComparisonTokensTable;
  }
}
