import { createConnector } from '@desk/contract/connectors';
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSave } from '../ui/data/use-save.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { FieldsFor } from '../ui/form/fields-for.tsx';
import { useUnsavedGuard } from '../ui/form/unsaved.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { AuthFields } from './auth-fields.tsx';
import { authOf, emptyAuth, filledCredentials } from './auth.logic.ts';
import { CredentialFields } from './credential-fields.tsx';
import { connectorWords } from './words/connector-words.ts';

/** The first two steps: the address of the service, and the authentication. The connector's own page has the other steps. */
export function NewConnectorPage() {
  const t = useWords(connectorWords);
  const navigate = useNavigate();
  const form = useForm({
    initialValues: {
      name: '',
      base_url: '',
      openapi_url: '',
      auth: emptyAuth,
      credentials: {} as Record<string, string>,
    },
  });
  const { values, setFieldValue } = form;
  const errorOf = (field: string) => form.errors[field] as string | undefined;
  const create = useSave(createConnector, {
    refresh: ['listConnectors'],
    done: t('created'),
    shows: (error) => bindProblem(error, form),
    saved: ({ id }) => void navigate({ to: `/connectors/${id}`, replace: true, ignoreBlocker: true }),
  });
  useUnsavedGuard(form.isDirty());
  const submit = form.onSubmit(({ name, base_url, openapi_url, auth, credentials }) => {
    const filled = filledCredentials(auth.kind, credentials);
    const optional = { ...(filled ? { credentials: filled } : {}), ...(openapi_url ? { openapi_url } : {}) };
    create.mutate({ body: { name, base_url: base_url.trim(), auth: authOf(auth), ...optional } });
  });
  return (
    <Page title={t('new')} back={{ to: '/connectors', label: t('back') }}>
      <form onSubmit={submit}>
        <FieldsFor role="workspace_admin">
          <Stack maw={640}>
            <FormPart title={t('host')} hint={t('kindHint')}>
              <TextInput label={t('name')} required {...form.getInputProps('name')} />
              <TextInput
                label={t('baseUrl')}
                description={t('baseUrlHint')}
                required
                inputMode="url"
                {...form.getInputProps('base_url')}
              />
              <TextInput
                label={t('openapiUrl')}
                description={t('openapiHint')}
                inputMode="url"
                {...form.getInputProps('openapi_url')}
              />
            </FormPart>
            <FormPart title={t('credentials')} hint={t('credentialsHint')}>
              <AuthFields
                values={values.auth}
                onChange={(changes) => setFieldValue('auth', { ...values.auth, ...changes })}
                errorOf={(name) => errorOf(`auth.${name}`)}
              />
              <CredentialFields
                kind={values.auth.kind}
                values={values.credentials}
                errorOf={(name) => errorOf(name ? `credentials.${name}` : 'credentials')}
                onChange={(name, value) => setFieldValue('credentials', { ...values.credentials, [name]: value })}
              />
            </FormPart>
            <Group justify="flex-end">
              <Needs role="workspace_admin">
                {(disabled) => (
                  <Button type="submit" disabled={disabled} loading={create.isPending}>
                    {t('create')}
                  </Button>
                )}
              </Needs>
            </Group>
          </Stack>
        </FieldsFor>
      </form>
    </Page>
  );
}

function FormPart({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {hint}
      </Text>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  );
}
