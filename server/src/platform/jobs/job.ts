/** Work for an organization names it, so that no organization can take every slot. Other work names none. */
export interface JobPayload {
  readonly organizationId?: string;
}

/** A kind of work. The domain that enqueues it declares it; the domain that does it subscribes. Payloads contain ids, never content. */
export interface Job<Payload extends JobPayload> {
  readonly name: string;
  readonly concurrency: number;
  readonly retries: number;
  readonly timeoutSeconds: number;
  /** True for work that people wait for: background work gives way to it. */
  readonly foreground: boolean;
  /** Only a type: what `enqueue` takes and handlers get. It has no value at run time. */
  readonly payload?: Payload;
}

export type JobHandler<Payload> = (payload: Payload, attempt: JobAttempt) => Promise<void>;
export interface JobAttempt {
  /** True when a failure of this attempt is the job's last. */
  last: boolean;
}
