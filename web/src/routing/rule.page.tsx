import './rule.css';
import { createRule, deleteRule, readRule, updateRule } from '@desk/contract/routing';
import type { Condition, Rule, Then, UpdateRule } from '@desk/contract/rules';
import { readSettings } from '@desk/contract/settings';
import type { OverlaidRule } from '@desk/contract/simulation';
import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { asText } from '../ui/data/conflict.tsx';
import { useSave } from '../ui/data/use-save.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { FieldsFor } from '../ui/form/fields-for.tsx';
import { DeleteButton } from '../ui/form/delete-button.tsx';
import { useBase } from '../ui/form/use-base.ts';
import { useUnsavedGuard } from '../ui/form/unsaved.ts';
import { useWords } from '../ui/i18n/words.ts';
import { usePageSearch } from '../ui/page/search.ts';
import { LoadedPage } from '../ui/page/loaded-page.tsx';
import { Page } from '../ui/page/page.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import { ConditionList } from './conditions/conditions.tsx';
import { Effects } from './effects.tsx';
import { ruleTemplates, templateContent, type RuleTemplate } from './rule-templates.ts';
import { previewWords } from './words/preview-words.ts';
import { routingWords } from './words/routing-words.ts';
import { templateWords } from './words/template-words.ts';

// Most people who open a rule only read it.
const RulePreview = lazyPart(async () => (await import('./rule-preview.tsx')).RulePreview);
const RuleTold = lazyPart(async () => (await import('./rule-told.tsx')).RuleTold);
const RuleTest = lazyPart(async () => (await import('./rule-test.tsx')).RuleTest);

export function RulePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  return id === 'new' ? <NewRule /> : <Existing key={id} id={id} />;
}

function NewRule() {
  const t = useWords(routingWords);
  const [{ template: chosen }] = usePageSearch<{ template?: string }>();
  const template = ruleTemplates.find((each) => each === chosen);
  return (
    <Page title={t('newRule')} back={{ to: '/routing/rules', label: t('back') }}>
      {template ? <FromTemplate key={template} template={template} /> : <RuleForm rule={null} />}
    </Page>
  );
}

function FromTemplate({ template }: { template: RuleTemplate }) {
  const t = useWords(templateWords);
  const settings = useLoaded(readSettings, {});
  return (
    <Loaded query={settings}>
      {({ default_language: language }) => {
        const { all, any, then } = templateContent(template, language);
        return <RuleForm rule={null} start={{ name: t(template), when: { all, any, none: [] }, then }} />;
      }}
    </Loaded>
  );
}

function Existing({ id }: { id: string }) {
  const t = useWords(routingWords);
  const rule = useLoaded(readRule, { params: { id } });
  return (
    <LoadedPage
      query={rule}
      kind={t('rule')}
      title={({ name }) => name}
      back={{ to: '/routing/rules', label: t('back') }}
    >
      {(data) => <RuleForm rule={data} />}
    </LoadedPage>
  );
}

interface Values {
  name: string;
  when: { all: Condition[]; any: Condition[]; none: Condition[] };
  then: Then;
}

const valuesOf = (rule: Rule | null): Values => ({
  name: rule?.name ?? '',
  when: { all: rule?.when.all ?? [], any: rule?.when.any ?? [], none: rule?.when.none ?? [] },
  then: rule?.then ?? {},
});

function RuleForm({ rule: latest, start = valuesOf(latest) }: { rule: Rule | null; start?: Values }) {
  const t = useWords(routingWords);
  const navigate = useNavigate();
  const form = useForm<Values>({ initialValues: start });
  const { base: rule, discard } = useBase(latest, form, valuesOf);
  const { values, errors } = form;
  const saved = () => void navigate({ to: '/routing/rules', ignoreBlocker: true });
  const options = {
    refresh: ['listRules', 'readRule'],
    done: t('saved'),
    shows: (error: Parameters<typeof bindProblem>[0]) => bindProblem(error, form),
    saved,
    discarded: discard,
  };
  const create = useSave(createRule, options);
  const fields = { name: { name: t('name'), shown: asText }, when: { name: t('when') }, then: { name: t('then') } };
  const update = useSave(updateRule, { ...options, fields });
  const isBusy = create.isPending || update.isPending;
  useUnsavedGuard(form.isDirty());
  const submit = form.onSubmit((body) => {
    if (rule) update.mutate({ params: { id: rule.id }, body: patchOf(rule, body), ifMatch: rule.version });
    else create.mutate({ body });
  });
  const setWhen = (group: keyof Values['when']) => (conditions: Condition[]) =>
    form.setFieldValue('when', { ...values.when, [group]: conditions });
  return (
    <div className="rule-panes">
      <form onSubmit={submit}>
        <FieldsFor role="workspace_admin">
          <Stack>
            <TextInput label={t('name')} required {...form.getInputProps('name')} />
            <ConditionList
              legend={t('all')}
              path="when.all"
              {...{ errors }}
              conditions={values.when.all}
              onChange={setWhen('all')}
            />
            <ConditionList
              legend={t('any')}
              path="when.any"
              {...{ errors }}
              conditions={values.when.any}
              onChange={setWhen('any')}
            />
            <ConditionList
              legend={t('noneOf')}
              path="when.none"
              {...{ errors }}
              conditions={values.when.none}
              onChange={setWhen('none')}
            />
            <Effects then={values.then} errors={errors} onChange={(then) => form.setFieldValue('then', then)} />
            <Suspense fallback={<NotTold />}>
              <RuleTold rule={values} />
            </Suspense>
            <Group justify="space-between">
              {rule ? <DeleteRule rule={rule} /> : <span />}
              <Needs role="workspace_admin">
                {(disabled) => (
                  <Button type="submit" disabled={disabled} loading={isBusy}>
                    {rule ? t('save') : t('create')}
                  </Button>
                )}
              </Needs>
            </Group>
          </Stack>
        </FieldsFor>
      </form>
      <Tests rule={overlaid(rule, values)} />
    </div>
  );
}

/** Keeps the place of the sentence, so that the button below does not move when it is there. */
const NotTold = () => (
  <Paper withBorder p="sm" bg="var(--surface-quiet)" aria-hidden>
    <Text size="sm">…</Text>
  </Paper>
);

/** The tests beside the form: the unsaved rule on one message and on the last two hundred decisions. */
function Tests({ rule }: { rule: OverlaidRule }) {
  const t = useWords(previewWords);
  return (
    <Stack component="aside" className="rule-tests" aria-label={t('tests')}>
      <Suspense>
        <RuleTest rule={rule} />
        <RulePreview rule={rule} />
      </Suspense>
    </Stack>
  );
}

/** A merge patch keeps a member that it does not name, so removed effects are sent as null. */
function patchOf(rule: Rule, { name, when, then }: Values): UpdateRule {
  const removed = Object.keys(rule.then).filter((effect) => !(effect in then));
  return { name, when, then: { ...Object.fromEntries(removed.map((effect) => [effect, null])), ...then } };
}

/** The unsaved rule of the form for a preview; a new one may have no name yet. */
const overlaid = (rule: Rule | null, { name, ...values }: Values): OverlaidRule => ({
  ...(rule ? { id: rule.id, ...patchOf(rule, { name, ...values }) } : values),
  name: name.trim() || routingWords('newRule'),
});

function DeleteRule({ rule }: { rule: Rule }) {
  const t = useWords(routingWords);
  const navigate = useNavigate();
  const remove = useSave(deleteRule, {
    refresh: ['listRules'],
    done: t('deleted'),
    saved: () => void navigate({ to: '/routing/rules', ignoreBlocker: true }),
  });
  return (
    <DeleteButton
      label={t('delete')}
      question={{ title: t('deleteRule', { name: rule.name }), text: t('deleteText') }}
      loading={remove.isPending}
      onSure={() => remove.mutate({ params: { id: rule.id }, ifMatch: rule.version })}
    />
  );
}
