/** Who calls, as far as something is counted or kept per caller; `caller` is opaque: `user:<id>`, or another kind. */
export interface CallerIdentity {
  readonly caller: string;
  /** Null for a call outside of any organization. */
  readonly organizationId: string | null;
}
