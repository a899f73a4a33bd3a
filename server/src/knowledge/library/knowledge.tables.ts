import type { Channel } from '@desk/contract/conversations';
import type { DocumentErrorCode, DocumentStatus, SourceKind, VersionState } from '@desk/contract/documents';
import type { FindingState, FindingType, Severity } from '@desk/contract/findings';
import type { Rating } from '@desk/contract/feedback';
import type { Audience } from '@desk/contract/knowledge';
import type { LearnedOrigin, LearnedState } from '@desk/contract/learned-questions';
import type { ColumnType, Generated, RawBuilder } from 'kysely';

/** Leases and deadlines: only the database's clock writes them (docs/promises.md R5). */
export type DatabaseTime = ColumnType<Date | null, RawBuilder<Date> | null | undefined, RawBuilder<Date> | null>;

interface CollectionTable {
  organization_id: string;
  id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  audience: Generated<Audience>;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface DocumentTable {
  organization_id: string;
  id: string;
  collection_id: string;
  title: string;
  title_given: boolean;
  source_kind: SourceKind;
  source_url: string | null;
  external_id: string | null;
  language_given: string | null;
  language: string | null;
  enabled: Generated<boolean>;
  expires_at: Date | null;
  serves_until: Date | null;
  status: DocumentStatus;
  error_code: DocumentErrorCode | null;
  latest_version: number;
  active_version: number | null;
  pending_version: number | null;
  stage_done: Generated<number>;
  stage_total: Generated<number>;
  stage_deadline: DatabaseTime;
  lease: string | null;
  lease_until: DatabaseTime;
  attempts: Generated<number>;
  chunk_count: Generated<number>;
  probes_passed: Generated<number>;
  probes_total: Generated<number>;
  probed_at: Date | null;
  shown_revision: number | null;
  embedded_version: number | null;
  embedded_model: string | null;
  embedding_due: DatabaseTime;
  embedding_attempts: Generated<number>;
  created_at: Date;
  updated_at: Date;
  ingested_at: Date | null;
  version: Generated<number>;
}

interface DocumentVersionTable {
  organization_id: string;
  document_id: string;
  version: number;
  state: VersionState;
  title: string;
  media_type: string;
  file_name: string | null;
  bytes: number;
  content_hash: string | null;
  blob_key: string;
  error_code: DocumentErrorCode | null;
  chunk_count: Generated<number>;
  /** Text that the source hides from human readers and that gives instructions to a machine. */
  smuggled: Generated<string[]>;
  created_at: Date;
  ingested_at: Date | null;
}

interface ChunkTable {
  organization_id: string;
  id: string;
  document_id: string;
  version: number;
  position: number;
  heading_path: string[];
  text: string;
  start_offset: number;
  end_offset: number;
  page: number | null;
}

/** A copy of a passage, taken when a decision cited it. */
type RecordedPassageTable = ChunkTable;

interface ChunkEmbeddingTable {
  organization_id: string;
  chunk_id: string;
  document_id: string;
  version: number;
  model: string;
  /** Written in the text form of pgvector; read by `halfvec_send`. */
  embedding: ColumnType<never, RawBuilder<unknown>, RawBuilder<unknown>>;
}

interface EmbeddingInUseTable {
  organization_id: string;
  model: string;
}

interface DocumentSegmentTable {
  organization_id: string;
  document_id: string;
  version: number;
  part: Generated<number>;
  body: ColumnType<never, string, string>;
}

interface KnowledgeRevisionTable {
  organization_id: string;
  revision: number;
}

interface RemovedDocumentTable {
  organization_id: string;
  document_id: string;
  revision: number;
}

interface KnowledgeChangeTable {
  organization_id: string;
  in_transaction: Generated<number>;
  subject: 'document' | 'finding' | 'citation' | 'answers' | 'questions';
  key: string;
  at: Generated<Date>;
}

interface FindingTable {
  organization_id: string;
  id: string;
  cause: string;
  type: FindingType;
  severity: Severity;
  detail: string;
  suggestion: string;
  state: Generated<FindingState>;
  versions: string;
  first_seen_at: Date;
  last_seen_at: Date;
  gone_at: Date | null;
  version: Generated<number>;
}

interface FindingDocumentTable {
  organization_id: string;
  finding_id: string;
  position: number;
  document_id: string;
  version: number;
  quote: string;
}

interface DocumentExaminationTable {
  organization_id: string;
  document_id: string;
  version: number;
  text_hash: string;
  signature: number[];
  valid_until: Date | null;
  valid_quote: string | null;
  neighbours_asked: Generated<boolean>;
}

interface DocumentBandTable {
  organization_id: string;
  band: number;
  document_id: string;
}

interface KnowledgeExaminationTable {
  organization_id: string;
  revision: number;
  examined_at: Date;
}

interface KnowledgeHealthTable {
  organization_id: string;
  day: ColumnType<Date, string, string>;
  score: number;
}

interface UnansweredQuestionTable {
  organization_id: string;
  id: string;
  decision_id: string;
  customer_id: string;
  channel: Channel | null;
  question: string;
  best_score: number;
  needed: Generated<number>;
  asked_revision: Generated<number>;
  closed: Generated<boolean>;
  gap_id: string | null;
  embedding: Generated<unknown>;
  embedding_model: Generated<string | null>;
  asked_at: Date;
}

interface DocumentRatingTable {
  organization_id: string;
  message_id: string;
  rated_by: string;
  document_id: string;
  version: number;
  quote: string;
  rating: Rating;
  at: Date;
}

interface LearnedQuestionTable {
  organization_id: string;
  id: string;
  document_id: string;
  chunk_id: string | null;
  text: string;
  normalised: string;
  state: LearnedState;
  origin: LearnedOrigin;
  conversation_id: string | null;
  created_by: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface DocumentCitationTable {
  organization_id: string;
  decision_id: string;
  document_id: string;
  conversation_id: string;
  answered: boolean;
  escalated: boolean;
  at: Date;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    collection: CollectionTable;
    document: DocumentTable;
    document_version: DocumentVersionTable;
    chunk: ChunkTable;
    recorded_passage: RecordedPassageTable;
    chunk_embedding: ChunkEmbeddingTable;
    embedding_in_use: EmbeddingInUseTable;
    document_segment: DocumentSegmentTable;
    knowledge_revision: KnowledgeRevisionTable;
    removed_document: RemovedDocumentTable;
    knowledge_change: KnowledgeChangeTable;
    finding: FindingTable;
    finding_document: FindingDocumentTable;
    document_examination: DocumentExaminationTable;
    document_band: DocumentBandTable;
    knowledge_examination: KnowledgeExaminationTable;
    knowledge_health: KnowledgeHealthTable;
    unanswered_question: UnansweredQuestionTable;
    document_citation: DocumentCitationTable;
    document_rating: DocumentRatingTable;
    learned_question: LearnedQuestionTable;
  }
}
