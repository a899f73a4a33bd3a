import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { bindProblem } from '../ui/form/bind-problem.ts';

type Form = Parameters<typeof bindProblem>[1] & { getInputNode: (field: string) => HTMLElement | null };

/** Shows the server's complaints at the fields of a form, and focuses the first; `rest` is the failure that has no field. */
export function useFieldProblem(form: Form) {
  const [atFields, setAtFields] = useState(false);
  const shows = (error: ApiError): true => {
    const bound = bindProblem(error, form);
    setAtFields(bound);
    if (bound) form.getInputNode(error.errors[0]?.path.slice(1) ?? '')?.focus();
    return true;
  };
  return { shows, rest: (error: ApiError | null) => (atFields ? null : error) };
}
