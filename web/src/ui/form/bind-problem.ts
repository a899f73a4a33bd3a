import type { ApiError } from '../../api/api-error.ts';

/**
 * Shows the server's complaints at the fields of a Mantine form: `/thresholds/answer` is the field `thresholds.answer`.
 * Returns true if every complaint has a field; otherwise the caller shows the failure elsewhere as well.
 */
export function bindProblem(
  error: ApiError,
  form: { setErrors: (errors: Record<string, string>) => void; getValues: () => object },
): boolean {
  const errors = error.errors.map(({ path, message }) => [fieldOf(path), message] as const);
  if (errors.length === 0) return false;
  form.setErrors(Object.fromEntries(errors));
  const values = form.getValues();
  return errors.every(([field]) => (field.split('.')[0] ?? '') in values);
}

const fieldOf = (pointer: string) =>
  pointer.replace(/^\//, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
