declare module '../database/database.ts' {
  interface Tables {
    idempotency_key: IdempotencyKeyTable;
  }
}

interface IdempotencyKeyTable {
  organization_id: string | null;
  caller: string;
  route: string;
  key: string;
  request_hash: Buffer;
  claim: string;
  lease_until: Date;
  created_at: Date;
  status: number | null;
  answer_sealed: string | null;
}

export {};
