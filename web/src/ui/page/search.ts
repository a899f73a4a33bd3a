import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Texts = Record<string, string | undefined>;

/**
 * What the address says after the question mark, as texts; `change` merges into it (undefined removes).
 * `const [search, change] = usePageSearch<{ status?: string }>()`
 */
export function usePageSearch<T extends Texts>(): [Partial<T>, (changes: Partial<T>) => void] {
  const search = useSearch({ strict: false }) as Partial<T>;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Partial<T>) => {
      void navigate({ to: '.', search: (before: object) => withoutGaps({ ...before, ...changes }), replace: true });
    },
    [navigate],
  );
  return [search, change];
}

const withoutGaps = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));

/** Addresses hold plain text: no quotes around numbers, as the router would write them. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(values: Record<string, unknown>): string {
  const texts = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(texts.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}
