import { readSettings } from '@desk/contract/settings';
import { testTemplate, type Template, type TemplateTest } from '@desk/contract/templates';
import {
  Alert,
  Button,
  Code,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useState } from 'react';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { languageName } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { languagesOf, leavesOf, typed } from './form.logic.ts';

interface TestProps {
  template: Template;
  onTake: (pointer: string) => void;
}

/** Shows the exact request, masked, or sends it; a click on a value of the answer makes it an output. */
export function TemplateTestPart({ template, onTake }: TestProps) {
  const t = useWords(connectorWords);
  const variableInputs = template.inputs.filter(({ source }) => source !== 'constant');
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(variableInputs.map(({ name, example }) => [name, String(example ?? '')])),
  );
  const [language, setLanguage] = useState<string | null>(null);
  const [result, setResult] = useState<TemplateTest | null>(null);
  const test = useSave(testTemplate, {
    refresh: ['listConnectorCalls', 'readTemplate', 'readConnector', 'readSchemaSnapshot'],
    saved: setResult,
  });
  const run = async (mode: 'dry_run' | 'live') => {
    const writes = mode === 'live' && template.effect === 'write';
    if (writes) {
      const text = t('liveWriteText', { method: template.method });
      const question = { title: t('liveWrite'), text, confirm: t('liveWriteConfirm'), dangerous: true };
      if (!(await confirm(question))) return;
    }
    const inputs = Object.fromEntries(
      variableInputs.flatMap(({ name, type }) => (values[name] ? [[name, typed(values[name], type)] as const] : [])),
    );
    const params = { id: template.connector_id, template_id: template.id };
    const languageOption = language === null ? {} : { language };
    test.mutate({ params, body: { mode, inputs, ...languageOption, ...(writes ? { allow_write: true } : {}) } });
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('testTitle')}>
      <Title order={2} size="h5">
        {t('testTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('testHint')}
      </Text>
      <Stack gap="sm">
        {variableInputs.map(({ name }) => (
          <TextInput
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget;
              setValues((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        {template.use === 'answer' && (
          <LanguageField answers={template.answer} value={language} onChange={setLanguage} />
        )}
        <Needs role="workspace_admin">
          {(disabled) => (
            <Group gap="xs">
              <Button
                variant="default"
                disabled={disabled}
                loading={test.isPending}
                onClick={() => void run('dry_run')}
              >
                {t('dryRun')}
              </Button>
              <Button
                color={template.effect === 'write' ? 'red' : 'indigo'}
                disabled={disabled}
                loading={test.isPending}
                onClick={() => void run('live')}
              >
                {t('live')}
              </Button>
            </Group>
          )}
        </Needs>
        {result && <Result template={template} result={result} onTake={onTake} />}
      </Stack>
    </Paper>
  );
}

interface LanguageFieldProps {
  answers: Template['answer'];
  value: string | null;
  onChange: (language: string | null) => void;
}

/** Chooses the language of the text for the customer: the organization's own by default. */
function LanguageField({ answers, value, onChange }: LanguageFieldProps) {
  const t = useWords(connectorWords);
  const settings = useLoaded(readSettings, {});
  if (!settings.data) return <Select label={t('testLanguage')} disabled />;
  const { default_language: first, allowed_languages: allowed } = settings.data;
  const languages = languagesOf([first, ...allowed, ...Object.keys(answers ?? {})]);
  return (
    <Select
      label={t('testLanguage')}
      data={languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
      value={value ?? languages[0] ?? null}
      onChange={onChange}
      allowDeselect={false}
    />
  );
}

function Result({ template, result, onTake }: TestProps & { result: TemplateTest }) {
  const t = useWords(connectorWords);
  const { ok, error, request, response, output, words } = result;
  const isForCustomers = template.effect === 'read' && template.use === 'answer';
  return (
    <Stack gap="sm" role="status">
      <Alert color={ok ? 'green' : 'red'} variant="light" title={t(ok ? 'testOk' : 'testFailed')}>
        {error && `${error.message} ${error.remedy}`}
      </Alert>
      {request && (
        <Block title={t('request')}>
          <Code block>
            {[
              `${request.method} ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              ...(request.body === null || request.body === undefined
                ? []
                : ['', JSON.stringify(request.body, null, 2)]),
            ].join('\n')}
          </Code>
        </Block>
      )}
      {response && (
        <Block title={`${t('response')} ${response.status}`}>
          <ul className="connector-leaves">
            {leavesOf(response.body).map(({ pointer, value }) => (
              <li key={pointer}>
                <UnstyledButton aria-label={t('addOutput', { pointer })} onClick={() => onTake(pointer)}>
                  <code>{pointer || '/'}</code>
                </UnstyledButton>{' '}
                {value}
              </li>
            ))}
          </ul>
        </Block>
      )}
      {output && (
        <Block title={t('mapped')}>
          <Code block>{JSON.stringify(output, null, 2)}</Code>
        </Block>
      )}
      {ok && output && isForCustomers && words === null && (
        <Alert color="yellow" variant="light" title={t('noWords')}>
          {t('noWordsHint')}
        </Alert>
      )}
      {words && (
        <Block title={t('words')}>
          <Text style={{ whiteSpace: 'pre-line' }}>{words}</Text>
        </Block>
      )}
    </Stack>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}
