import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Texts = Record<string, string | undefined>;

/**
 * The query parameters of the address as strings; `change` merges into them (undefined removes one).
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

/** Reads values as plain strings: the router's own parser would expect JSON, with quotes around numbers. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(values: Record<string, unknown>): string {
  const texts = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(texts.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}
