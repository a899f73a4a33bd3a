import { type RehearsedCase } from '@desk/contract/runs';
import { readSuite } from '@desk/contract/suite';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { useReplaceCase } from '../suite/use-replace-case.ts';
import { validationWords } from '../validation-words.ts';
import { accept, expectsTheSame, type Change } from './accept.logic.ts';
import { assertedBy } from './assertion.logic.ts';
import type { ShownValue } from './shown-value.ts';

/** Makes the result of a run the new expectation of the case, after listing the changes. */
export function AcceptResult({ result, shown }: { result: RehearsedCase; shown: ShownValue }) {
  const t = useWords(validationWords);
  const replace = useReplaceCase(() => toast(t('accepted', { name: result.name })));
  const line = ({ path, expected, becomes }: Change) => {
    const { part, turn } = assertedBy(path);
    const what = part ? t(`asserted_${part}`) : t('asserted');
    const where = turn === null ? what : `${t('messageOf', { n: turn })}, ${what}`;
    const before = shown(part, expected);
    return becomes === undefined
      ? t('acceptDrops', { what: where, before })
      : t('acceptChanges', { what: where, before, now: shown(part, becomes) });
  };
  const ask = useMutation({
    mutationFn: async () => {
      const suite = await call(readSuite, { query: {} });
      const now = suite.cases.find(({ id }) => id === result.case_id);
      if (!now || !expectsTheSame(now, result.case)) return toast(t('acceptTooLate'));
      const { changes, ...accepted } = accept(now, result.assertions);
      const text = [...(now.critical ? [t('acceptCritical')] : []), ...changes.map(line)].join('\n');
      const title = t('acceptTitle', { name: result.name });
      if (!(await confirm({ title, text, confirm: t('accept'), dangerous: now.critical }))) return;
      const { provenance: _kept, ...written } = now;
      replace.mutate({ suite, id: now.id, written: { ...written, ...accepted } });
    },
    onError: (error) => {
      if (!isApiError(error)) throw error;
      toastProblem(error);
    },
  });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconCheck size={14} />}
          disabled={disabled || replace.isSuccess}
          loading={ask.isPending || replace.isPending}
          onClick={() => ask.mutate()}
        >
          {replace.isSuccess ? t('isAccepted') : t('accept')}
        </Button>
      )}
    </Needs>
  );
}
