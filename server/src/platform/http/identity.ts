/** Identifies a caller for per-caller limits and storage. `caller` is opaque: `user:<id>`, or another kind. */
export interface CallerIdentity {
  readonly caller: string;
  /** Null for a call outside of any organization. */
  readonly organizationId: string | null;
}
