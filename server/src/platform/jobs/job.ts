/** Work for an organization names it, so that no organization can take every slot. Other work names none. */
export interface JobPayload {
  readonly organizationId?: string;
}

/** A kind of work. The domain that enqueues it declares it; the domain that does it subscribes. Payloads contain ids, never content. */
export interface Job<Payload extends JobPayload, Note = never> {
  readonly name: string;
  readonly concurrency: number;
  readonly retries: number;
  readonly timeoutSeconds: number;
  /** True for work that people wait for: background work gives way to it. */
  readonly foreground: boolean;
  /** Only types: what `enqueue` and `enqueueWith` take and handlers get. They have no value at run time. */
  readonly payload?: Payload;
  readonly note?: Note;
}

export type JobHandler<Payload, Note = never> = (payload: Payload, attempt: JobAttempt<Note>) => Promise<void>;
export interface JobAttempt<Note = never> {
  /** True when a failure of this attempt is the job's last. */
  last: boolean;
  /** What `enqueueWith` gave it, if it has started where it was enqueued. */
  note?: Note;
  /** Aborted when the process stops. Work that takes longer than a few seconds breaks off, and is promised again. */
  stopped: AbortSignal;
}
