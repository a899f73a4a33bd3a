import { useBlocker } from '@tanstack/react-router';
import { kitWords } from '../i18n/kit-words.ts';
import { confirm } from '../show/confirm.tsx';

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
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
