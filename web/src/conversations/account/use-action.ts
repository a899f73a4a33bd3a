import {
  runAccountAction,
  type AccountAction,
  type ActionResult,
  type RunAction,
} from '@desk/contract/account-actions';
import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { sentOf } from './action.logic.ts';

export type Entered = Record<string, string>;
export interface Refusal {
  code: string;
  message: string;
}

type Stage =
  | { kind: 'entering'; refusal: Refusal | null }
  | { kind: 'shown'; action: AccountAction; result: ActionResult }
  | { kind: 'done'; result: ActionResult };

const beginning: Stage = { kind: 'entering', refusal: null };

/** The stages of an action: entered, shown, done. Only a request that was shown can be approved. */
export function useAction(conversationId: string) {
  const [stage, setStage] = useState<Stage>(beginning);
  const [entered, setEntered] = useState<Entered | null>(null);
  const shows = ({ status, code, detail }: ApiError): boolean => {
    if (status === 409) setStage({ kind: 'entering', refusal: { code, message: detail } });
    return status === 409;
  };
  const dryRun = useSave(runAccountAction, { shows });
  const liveRun = useSave(runAccountAction, {
    shows,
    refresh: ['getConversation', 'listMessages', 'listAccountActions'],
    saved: (result) => setStage({ kind: 'done', result }),
  });
  const inputOf = (action: AccountAction, values: Entered, more: Pick<RunAction, 'mode' | 'approval'>) => ({
    params: { id: conversationId },
    body: { template_id: action.template_id, inputs: sentOf(values), ...more },
  });
  const shown = (action: AccountAction, result: ActionResult): Stage =>
    result.ok ? { kind: 'shown', action, result } : { kind: 'entering', refusal: result.error };
  return {
    stage,
    entered,
    busy: dryRun.isPending || liveRun.isPending,
    begin: () => {
      setStage(beginning);
      setEntered(null);
    },
    enterAgain: () => setStage(beginning),
    preview: (action: AccountAction, values: Entered) => {
      setEntered(values);
      const input = inputOf(action, values, { mode: 'dry_run' });
      dryRun.mutate(input, { onSuccess: (result) => setStage(shown(action, result)) });
    },
    approve: () => {
      if (stage.kind !== 'shown' || stage.result.approval === null || entered === null) return;
      liveRun.mutate(inputOf(stage.action, entered, { mode: 'live', approval: stage.result.approval }));
    },
  };
}
