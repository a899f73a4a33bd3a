import './template.css';
import {
  createTemplate,
  deleteTemplate,
  readTemplate,
  updateTemplate,
  type CreateTemplate,
  type Template,
} from '@desk/contract/templates';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ApiError } from '../../api/api-error.ts';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useBase } from '../../ui/form/use-base.ts';
import { ReadOnlyReason } from '../../ui/form/fields-for.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { LoadedPage } from '../../ui/page/loaded-page.tsx';
import { Page } from '../../ui/page/page.tsx';
import { DeleteButton } from '../../ui/form/delete-button.tsx';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { bodyOf, formOf, nameOf, patchOf } from './form.logic.ts';
import { AnswerFields, RequestFields, type TemplateFormState } from './template-form.tsx';
import { TemplateTestPart } from './template-test.tsx';

export function TemplatePage() {
  const t = useWords(connectorWords);
  const { id, templateId } = useParams({ strict: false }) as { id: string; templateId: string };
  if (templateId !== 'new') return <Existing key={templateId} connectorId={id} templateId={templateId} />;
  return (
    <Page title={t('newTemplate')} back={backTo(id)}>
      <Editor connectorId={id} template={null} />
    </Page>
  );
}

function Existing({ connectorId, templateId }: { connectorId: string; templateId: string }) {
  const t = useWords(connectorWords);
  const template = useLoaded(readTemplate, { params: { id: connectorId, template_id: templateId } });
  return (
    <LoadedPage query={template} kind={t('template')} title={({ name }) => name} back={backTo(connectorId)}>
      {(data) => <Editor connectorId={connectorId} template={data} />}
    </LoadedPage>
  );
}

const backTo = (connectorId: string) => ({
  to: `/connectors/${connectorId}/templates`,
  label: connectorWords('templatesBack'),
});

interface EditorProps {
  connectorId: string;
  template: Template | null;
}

function Editor({ connectorId, template: latest }: EditorProps) {
  const t = useWords(connectorWords);
  const may = useMay('workspace_admin');
  const form: TemplateFormState = useForm({ initialValues: formOf(latest) });
  const { template, busy, send } = useSaving(connectorId, latest, form);
  useUnsavedGuard(form.isDirty());
  const take = (pointer: string) => {
    if (form.values.output.some(({ value }) => value === pointer)) return;
    form.setFieldValue('output', [...form.values.output, { name: nameOf(pointer), value: pointer }]);
  };
  const submit = form.onSubmit((values) => {
    try {
      send(bodyOf(values));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      form.setFieldError('body', t('bodyInvalid'));
    }
  });
  return (
    <Stack>
      <ReadOnlyReason role="workspace_admin" />
      {template && <Notices template={template} />}
      <div className="connector-template">
        <form onSubmit={submit}>
          <Stack gap="lg">
            <RequestFields form={form} disabled={!may} />
            <AnswerFields form={form} disabled={!may} />
            <Group justify="space-between">
              {template ? <Delete template={template} /> : <span />}
              <Needs role="workspace_admin">
                {(disabled) => (
                  <Button type="submit" disabled={disabled} loading={busy}>
                    {t(template ? 'save' : 'create')}
                  </Button>
                )}
              </Needs>
            </Group>
          </Stack>
        </form>
        {template && <TemplateTestPart key={template.version} template={template} onTake={take} />}
      </div>
    </Stack>
  );
}

function useSaving(connectorId: string, latest: Template | null, form: TemplateFormState) {
  const t = useWords(connectorWords);
  const { base: template, sending, saved, discard } = useBase(latest, form, formOf);
  const navigate = useNavigate();
  const options = {
    refresh: ['readTemplate', 'listTemplates'],
    done: t('saved'),
    shows: (error: ApiError) => bindProblem(error, form),
  };
  const create = useSave(createTemplate, {
    ...options,
    saved: ({ id }) =>
      void navigate({ to: `/connectors/${connectorId}/templates/${id}`, replace: true, ignoreBlocker: true }),
  });
  const update = useSave(updateTemplate, {
    ...options,
    saved,
    discarded: discard,
  });
  const send = (body: CreateTemplate) => {
    sending(form.values);
    if (!template) return create.mutate({ params: { id: connectorId }, body });
    const params = { id: connectorId, template_id: template.id };
    update.mutate({ params, body: patchOf(template, body), ifMatch: template.version });
  };
  return { template, busy: create.isPending || update.isPending, send };
}

function Notices({ template: { quarantine, warnings } }: { template: Template }) {
  const t = useWords(connectorWords);
  return (
    <>
      {quarantine !== null && (
        <Alert color="orange" title={t('quarantined')}>
          {t('quarantine', { reason: quarantine })}
        </Alert>
      )}
      {warnings.map(({ code, message }) => (
        <Alert key={code} color="yellow">
          {message}
        </Alert>
      ))}
    </>
  );
}

function Delete({ template: { id, connector_id: connectorId, name } }: { template: Template }) {
  const t = useWords(connectorWords);
  const navigate = useNavigate();
  const remove = useSave(deleteTemplate, {
    refresh: ['listTemplates'],
    done: t('deleted'),
    saved: () => void navigate({ to: `/connectors/${connectorId}/templates` }),
  });
  return (
    <DeleteButton
      variant="subtle"
      color="red"
      label={t('deleteTemplate')}
      question={{ title: t('deleteTemplateTitle', { name }), text: t('deleteTemplateText') }}
      loading={remove.isPending}
      onSure={() => remove.mutate({ params: { id: connectorId, template_id: id } })}
    />
  );
}
