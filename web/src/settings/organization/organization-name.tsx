import { readOrganization, updateOrganization, type Organization } from '@desk/contract/access';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { renewSession } from '../../api/session.ts';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { Part } from '../settings-page.tsx';
import { settingsWords } from '../settings-words.ts';
import { organizationWords } from './organization-words.ts';

export function OrganizationPart() {
  const t = useWords(organizationWords);
  const organization = useLoaded(readOrganization, {});
  return (
    <Part title={t('organization')}>
      <Loaded query={organization} skeleton={<SkeletonLines lines={3} />}>
        {(data) => <OrganizationForm organization={data} />}
      </Loaded>
    </Part>
  );
}

function OrganizationForm({ organization }: { organization: Organization }) {
  const t = useWords(organizationWords);
  const s = useWords(settingsWords);
  const may = useMay('org_admin');
  const { name, slug, version } = organization;
  const form = useForm({ initialValues: { name, slug } });
  const save = useSave(updateOrganization, {
    refresh: ['readOrganization'],
    done: s('saved'),
    shows: (error) => bindProblem(error, form),
    // The header shows the name from the session.
    saved: () => void renewSession(),
  });
  const changed = Object.fromEntries(
    Object.entries(form.values).filter(([field, value]) => value !== { name, slug }[field]),
  );
  const dirty = Object.keys(changed).length > 0;
  useUnsavedGuard(dirty);
  // Update the fields after a save, and after a change by another person.
  useEffect(() => form.setValues({ name, slug }), [version]);
  return (
    <form onSubmit={form.onSubmit(() => save.mutate({ body: changed, ifMatch: version }))}>
      <Stack>
        <TextInput label={t('name')} required disabled={!may} maw={420} {...form.getInputProps('name')} />
        <TextInput
          label={t('slug')}
          description={t('slugHint')}
          required
          disabled={!may}
          maw={420}
          {...form.getInputProps('slug')}
        />
        <Group>
          <Needs role="org_admin">
            {(disabled) => (
              <Button type="submit" disabled={disabled || !dirty} loading={save.isPending}>
                {s('save')}
              </Button>
            )}
          </Needs>
        </Group>
      </Stack>
    </form>
  );
}
