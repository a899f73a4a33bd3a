import type { Suite } from '@desk/contract/suite';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../api/api-error.ts';
import { sendText } from '../../api/call.ts';
import { toastProblem } from '../../ui/show/toast.tsx';
import type { WrittenValues } from './case-values.logic.ts';

/**
 * Replaces one case by saving the whole suite, because the API cannot replace a single case. Refused if somebody has saved the
 * suite since.
 */
export function useReplaceCase(saved: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ suite, id, written }: { suite: Suite; id: string; written: WrittenValues }) => {
      const cases = suite.cases.map((each) =>
        each.id === id ? { ...written, id, ...(each.provenance ? { provenance: each.provenance } : {}) } : each,
      );
      const text = JSON.stringify({ name: suite.name, cases });
      return sendText('PUT', '/api/knowledge/validation/suite', {
        text,
        type: 'application/json',
        ifMatch: suite.version,
      });
    },
    onSuccess: saved,
    onError: (error) => {
      if (!isApiError(error)) throw error;
      toastProblem(error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['readSuite'] }),
  });
}
