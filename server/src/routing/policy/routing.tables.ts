import type { DestinationKind } from '@desk/contract/decisions';
import type { Then, When } from '@desk/contract/rules';
import type { Detect } from '@desk/contract/routing';
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from 'kysely';
import type { PolicySnapshot } from './snapshot.logic.ts';

interface PolicyRevisionTable {
  organization_id: string;
  revision: number;
}

interface PolicySnapshotTable {
  organization_id: string;
  revision: number;
  policy: JSONColumnType<PolicySnapshot>;
  author_id: string | null;
  author_name: string | null;
  saved_at: Date;
}

interface DestinationTable {
  organization_id: string;
  id: string;
  name: string;
  kind: DestinationKind;
  target: string | null;
  hours: 'always' | 'business';
  fallback_destination_id: string | null;
  enabled: boolean;
  built_in: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: Generated<number>;
}

interface TagTable {
  organization_id: string;
  id: string;
  name: string;
  description: string | null;
  color: string | null;
  detect: JSONColumnType<Detect> | null;
  default_destination_id: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: Generated<number>;
}

interface TagExampleEmbeddingTable {
  organization_id: string;
  model: string;
  text_hash: string;
  /** Written in the text form of pgvector; read by `halfvec_send`. */
  embedding: ColumnType<never, RawBuilder<unknown>, RawBuilder<unknown>>;
  wanted_at: Date;
}

interface RuleTable {
  organization_id: string;
  id: string;
  name: string;
  enabled: boolean;
  priority: number;
  conditions: JSONColumnType<When>;
  effects: JSONColumnType<Then>;
  stop: boolean | null;
  hits: Generated<number>;
  last_hit_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    policy_revision: PolicyRevisionTable;
    policy_snapshot: PolicySnapshotTable;
    destination: DestinationTable;
    tag: TagTable;
    tag_example_embedding: TagExampleEmbeddingTable;
    rule: RuleTable;
  }
}
