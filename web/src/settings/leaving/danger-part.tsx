import { deleteOrganization, keepOrganization, readOrganization, type Organization } from '@desk/contract/access';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { absoluteTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { Part } from '../settings-page.tsx';
import { leavingWords } from './leaving-words.ts';

const refresh = ['readOrganization'];

/** Deletes the organization after a typed confirmation, and takes that back. */
export function DangerPart() {
  const t = useWords(leavingWords);
  const organization = useLoaded(readOrganization, {});
  return (
    <Part title={t('danger')} hint={t('dangerHint')}>
      <Loaded query={organization} skeleton={<SkeletonLines lines={1} />}>
        {({ name, deletion_at: at }) => (at ? <Doomed at={at} /> : <Delete name={name} />)}
      </Loaded>
    </Part>
  );
}

function Doomed({ at }: { at: string }) {
  const t = useWords(leavingWords);
  const keep = useSave(keepOrganization, { refresh, done: t('kept') });
  return (
    <Alert color="red" role="status">
      <Stack gap="sm" align="flex-start">
        {t('doomed', { at: absoluteTime(at) })}
        <Needs role="org_admin">
          {(disabled) => (
            <Button variant="default" disabled={disabled} loading={keep.isPending} onClick={() => keep.mutate({})}>
              {t('keep')}
            </Button>
          )}
        </Needs>
      </Stack>
    </Alert>
  );
}

function Delete({ name }: Pick<Organization, 'name'>) {
  const t = useWords(leavingWords);
  const [opened, dialog] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const open = () => {
    setTyped('');
    dialog.open();
  };
  const remove = useSave(deleteOrganization, {
    refresh,
    done: ({ deletion_at: at }) => (at ? t('deletionSet', { at: absoluteTime(at) }) : null),
    saved: dialog.close,
  });
  return (
    <>
      <Needs role="org_admin">
        {(disabled) => (
          <Button color="red" variant="outline" disabled={disabled} onClick={open}>
            {t('delete')}
          </Button>
        )}
      </Needs>
      <FormModal opened={opened} onClose={dialog.close} title={t('deleteTitle', { name })}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === name) remove.mutate({ body: { confirm: typed } });
          }}
        >
          <Stack>
            <Text size="sm">{t('deleteText')}</Text>
            <TextInput
              label={t('typeName', { name })}
              autoComplete="off"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={dialog.close}>
                {t('cancel')}
              </Button>
              <Button type="submit" color="red" disabled={typed !== name} loading={remove.isPending}>
                {t('deleteNow')}
              </Button>
            </Group>
          </Stack>
        </form>
      </FormModal>
    </>
  );
}
