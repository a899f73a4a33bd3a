/** A complaint about a request: `path` is a JSON Pointer into the body, or `query.limit`, `header.x-workspace-id`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
