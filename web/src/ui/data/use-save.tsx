import type { Endpoint, ReplyOf } from '@desk/contract/endpoint';
import { useMutation, useQueryClient, type MutateOptions, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { addressOf } from '../../api/address.logic.ts';
import { isApiError, type ApiError } from '../../api/api-error.ts';
import { call, readAt, type Input } from '../../api/call.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { openConflict, type ChangedField } from './conflict.tsx';
import { isOnline } from './online.ts';
import { deleting, readAgain } from './read-again.ts';
import { openAnswer } from './refusals.ts';
import { isSavedAlready } from './saved-already.logic.ts';
import { toast, toastProblem } from '../show/toast.tsx';

export interface SaveOptions<E extends Endpoint> {
  /** Operations whose cached answers are read again after the save. */
  refresh?: readonly string[];
  /** Shows the result before the server answers; the cached state is restored if the server refuses. */
  optimistic?: (cache: QueryClient, input: Input<E>) => void;
  /** The toast on success. */
  done?: string | ((reply: ReplyOf<E>, input: Input<E>) => string | null);
  /** For forms that show `errors[].path` at their fields (`bindProblem`): returns true if it has shown the failure. */
  shows?: (error: ApiError) => boolean;
  /** After every failure, whoever shows it: for what was given up before the answer. */
  failed?: () => void;
  saved?: (reply: ReplyOf<E>, input: Input<E>) => void;
  /** The person gives up their change after a version conflict. */
  discarded?: () => void;
  /** The fields of the body whose differences are shown after a version conflict. */
  fields?: Record<string, ChangedField>;
}

interface Kept {
  kept: [readonly unknown[], unknown][];
}

/**
 * THE way to change something. A failure becomes a toast with Retry and the request id; a version conflict (412), or
 * a refusal that the product has a dialog for (`answerRefusals`), becomes a dialog. A refused optimistic change is rolled back.
 */
export function useSave<E extends Endpoint>(endpoint: E, options: SaveOptions<E> = {}) {
  const cache = useQueryClient();
  const refresh = () => Promise.all((options.refresh ?? []).map((name) => readAgain(cache, { queryKey: [name] })));
  const underWay = useRef<string>(null);
  const { send, isOpen } = useSendOnce(endpoint);
  const save = useMutation<ReplyOf<E>, ApiError, Input<E>, Kept>({
    mutationFn: (input) => {
      // Only a thing with an id of its own is gone for good.
      if (endpoint.method !== 'DELETE' || !/:\w+$/.test(endpoint.path)) return unlessSaved(endpoint, input, send);
      return deleting(cache, addressOf(endpoint.path, input.params), () => send(input));
    },
    onMutate: async (input) => {
      const names = options.refresh ?? [];
      const kept = options.optimistic ? names.flatMap((name) => cache.getQueriesData({ queryKey: [name] })) : [];
      if (options.optimistic) {
        await Promise.all(names.map((name) => cache.cancelQueries({ queryKey: [name] })));
        options.optimistic(cache, input);
      }
      return { kept };
    },
    onError: (error, input, context) => {
      for (const [key, data] of context?.kept ?? []) cache.setQueryData(key, data);
      options.failed?.();
      if (!isApiError(error)) return reportError(error);
      if (error.status === 0 && !isOnline()) return toast(kitWords('offlineSave'));
      const before = 'query' in input ? (input.query as object | undefined) : undefined;
      if (openAnswer(error, (query) => save.mutate({ ...input, query: { ...before, ...query } }))) return;
      if (error.status === 401 || options.shows?.(error)) return;
      const again = () => save.mutate(input);
      if (error.status !== 412) return toastProblem(error, again, error.mayPass || isOpen());
      void readTheirs(endpoint, input, options).then((theirs) =>
        openConflict({
          mine: input.body,
          theirs,
          fields: options.fields ?? {},
          overwrite: () => save.mutate({ ...input, ifMatch: undefined }),
          discard: () => {
            options.discarded?.();
            void refresh();
          },
        }),
      );
    },
    onSuccess: (reply, input) => {
      const words = typeof options.done === 'function' ? options.done(reply, input) : options.done;
      if (words) toast(words);
      options.saved?.(reply, input);
    },
    onSettled: () => {
      underWay.current = null;
      void refresh();
    },
  });
  // A second click may come before its button shows that the first one is being saved.
  const mutate = (input: Input<E>, each: MutateOptions<ReplyOf<E>, ApiError, Input<E>, Kept> = {}): void => {
    const said = input.body instanceof FormData ? null : JSON.stringify(input);
    if (said !== null && said === underWay.current) return;
    underWay.current = said;
    save.mutate(input, each);
  };
  return { ...save, mutate };
}

/**
 * Calls the endpoint. The same input again, after a failure that does not say whether the server has carried it out, has the same
 * `Idempotency-Key`: a reply whose answer was lost does not reach the customer twice.
 */
function useSendOnce<E extends Endpoint>(endpoint: E) {
  const unanswered = useRef<{ said: unknown; key: string }>(null);
  const isOpen = () => unanswered.current !== null;
  const send = async (input: Input<E>): Promise<ReplyOf<E>> => {
    if (endpoint.method !== 'POST') return call(endpoint, input);
    const said = input.body instanceof FormData ? input.body : JSON.stringify(input);
    const again = unanswered.current?.said === said ? unanswered.current : null;
    const sent = again ?? { said, key: crypto.randomUUID() };
    unanswered.current = sent;
    try {
      const reply = await call(endpoint, { idempotencyKey: sent.key, ...input });
      unanswered.current = null;
      return reply;
    } catch (error) {
      // A conflict may mean that the first one is still being carried out.
      const mayBeDone =
        isApiError(error) && (error.status === 0 || error.status >= 500 || (again && error.status === 409));
      if (!mayBeDone) unanswered.current = null;
      throw error;
    }
  };
  return { send, isOpen };
}

/** The server refuses a change of an older version also if it has made this very change before, and its answer was lost. */
async function unlessSaved<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  send: (input: Input<E>) => Promise<ReplyOf<E>>,
): Promise<ReplyOf<E>> {
  try {
    return await send(input);
  } catch (error) {
    // What is changed by PATCH is read at the same address, in the form of the answer to the change.
    if (endpoint.method !== 'PATCH' || !isApiError(error) || error.status !== 412) throw error;
    const now = await readAt(addressOf(endpoint.path, input.params)).catch(() => null);
    if (isSavedAlready(input.body, now)) return now as ReplyOf<E>;
    throw error;
  }
}

/** The present state for the comparison; null if nobody compares it, or if it cannot be read. */
function readTheirs<E extends Endpoint>({ path }: E, { params }: Input<E>, { fields }: SaveOptions<E>) {
  return fields ? readAt(addressOf(path, params)).catch(() => null) : Promise.resolve(null);
}

/** Ends a `mutateAsync` whose caller has nothing to add: `useSave` shows why it failed. */
export const alreadyShown = (): void => {};
