import { readOrganization, updateOrganization, type Organization } from '@desk/contract/access';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { renewSession } from '../../api/session.ts';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { useBase } from '../../ui/form/use-base.ts';
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

const valuesOf = ({ name, slug }: Organization) => ({ name, slug });

function OrganizationForm({ organization: latest }: { organization: Organization }) {
  const t = useWords(organizationWords);
  const s = useWords(settingsWords);
  const may = useMay('org_admin');
  const form = useForm({ initialValues: valuesOf(latest) });
  const { base, sending, saved, discard } = useBase(latest, form, valuesOf);
  const save = useSave(updateOrganization, {
    refresh: ['readOrganization'],
    done: s('saved'),
    shows: (error) => bindProblem(error, form),
    saved: (reply) => {
      saved(reply);
      // The header shows the name from the session.
      void renewSession();
    },
    discarded: discard,
    fields: { name: { name: t('name'), shown: asText }, slug: { name: t('slug'), shown: asText } },
  });
  const { name, slug } = form.values;
  const changed = { ...(name === base.name ? {} : { name }), ...(slug === base.slug ? {} : { slug }) };
  const dirty = form.isDirty();
  useUnsavedGuard(dirty);
  const submit = form.onSubmit((values) => {
    sending(values);
    save.mutate({ body: changed, ifMatch: base.version });
  });
  return (
    <form onSubmit={submit}>
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
