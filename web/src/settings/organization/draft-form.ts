import { readSettings, updateSettings, type Settings } from '@desk/contract/settings';
import { createFormContext } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSavedAlready } from '../../ui/data/saved-already.logic.ts';
import { loaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { settingsWords } from '../settings-words.ts';
import { draftOf, emptied, fieldsOf, patchOf, type Draft } from './draft.logic.ts';
import { organizationWords } from './organization-words.ts';

const [DraftProvider, useDraft, useDraftForm] = createFormContext<Draft>();
export { DraftProvider, useDraft };

/**
 * A form for the settings as they were when editing began. Other people's changes are adopted while nothing is edited here, or what is
 * edited has been saved already and its answer was lost; otherwise `theirs` lists them until the person decides.
 */
export function useEditing(settings: Settings) {
  const t = useWords(organizationWords);
  const [base, setBase] = useState(settings);
  const form = useDraftForm({ initialValues: draftOf(settings) });
  const patch = patchOf(draftOf(base), form.values);
  const isNewer = settings.version > base.version;
  const mine = isSavedAlready(patch, settings) ? [] : fieldsOf(patch);
  const theirs = isNewer ? fieldsOf(patchOf(draftOf(base), draftOf(settings))) : [];
  const adopt = (next: Settings) => {
    setBase(next);
    form.setValues(draftOf(next));
    form.clearErrors();
  };
  const save = useSaveSettings(form, adopt);
  useEffect(() => {
    if (isNewer && mine.length === 0) adopt(settings);
  });
  const send = (version: number) => {
    const empty = emptied(form.values, draftOf(base));
    if (empty.length === 0) return save.mutate({ body: patch, ifMatch: version });
    form.setErrors(Object.fromEntries(empty.map((path) => [path, t('needed')])));
    focusFirst(form, empty);
  };
  return {
    form,
    mine,
    theirs,
    saving: save.isPending,
    save: () => send(theirs.length === 0 ? settings.version : base.version),
    overwrite: () => send(settings.version),
    discard: () => adopt(settings),
  };
}

type DraftForm = ReturnType<typeof useDraftForm>;

function useSaveSettings(form: DraftForm, adopt: (saved: Settings) => void) {
  const s = useWords(settingsWords);
  const cache = useQueryClient();
  return useSave(updateSettings, {
    refresh: ['readSettings', 'listAuditEvents'],
    done: s('saved'),
    shows: (error) => {
      // After a conflict the newer settings are read; the save bar then lists what others have changed.
      if (error.status === 412) return true;
      const paths = error.errors.map(({ path }) => path.slice(1).replaceAll('/', '.'));
      focusFirst(form, paths);
      return bindProblem(error, form);
    },
    saved: (reply) => {
      cache.setQueryData(loaded(readSettings, {}).queryKey, reply);
      adopt(reply);
    },
  });
}

/** The page is long: the field with the error may be far from the button. */
function focusFirst(form: DraftForm, paths: readonly string[]): void {
  if (paths[0]) form.getInputNode(paths[0])?.focus();
}
