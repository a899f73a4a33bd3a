import { useBlocker } from '@tanstack/react-router';
import { currentStanding } from '../../api/session.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { confirm } from '../show/confirm.tsx';
import { endedWords } from './ended-words.ts';

/**
 * Asks for confirmation before a link or a closed tab discards unsaved changes. Changes that are being saved are unsaved, too: the
 * session may turn out to have ended. What goes elsewhere after the save does so with `ignoreBlocker`.
 */
export function useUnsavedGuard(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async () => !(await askToLeave()),
  });
}

/** A session that has ended cannot save any more, so the question then says that. */
export const askToLeave = (): Promise<boolean> =>
  confirm(
    currentStanding().kind === 'in'
      ? { title: kitWords('unsavedTitle'), text: kitWords('unsaved'), confirm: kitWords('leave'), dangerous: true }
      : { title: endedWords('title'), text: endedWords('text'), confirm: endedWords('signIn') },
  );
