import { useBlocker } from '@tanstack/react-router';
import { kitWords } from '../i18n/kit-words.ts';
import { confirm } from '../show/confirm.tsx';

/** Asks for confirmation before a link or a closed tab discards unsaved changes. */
export function useUnsavedGuard(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async () =>
      !(await confirm({
        title: kitWords('unsavedTitle'),
        text: kitWords('unsaved'),
        confirm: kitWords('leave'),
        dangerous: true,
      })),
  });
}
