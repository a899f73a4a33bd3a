/** Work for an organization says which, so that one of them cannot take every slot; other work belongs to nobody. */
export interface JobPayload {
  readonly organizationId?: string;
}

/** A kind of work: declared where the news arises, subscribed to where it is needed. Payloads carry ids, never content. */
export interface Job<Payload extends JobPayload> {
  readonly name: string;
  readonly concurrency: number;
  readonly retries: number;
  readonly timeoutSeconds: number;
  /** People wait for it: work in the background gives way to it. */
  readonly foreground: boolean;
  /** Only for the type: what `enqueue` takes and handlers get. */
  readonly payload?: Payload;
}

export type JobHandler<Payload> = (payload: Payload, attempt: JobAttempt) => Promise<void>;
export interface JobAttempt {
  /** True when a failure of this attempt is the job's last. */
  last: boolean;
}
