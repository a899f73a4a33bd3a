import {
  createTag,
  deleteTag,
  listDestinations,
  listRules,
  listTags,
  updateTag,
  type Tag,
} from '@desk/contract/routing';
import type { Rule } from '@desk/contract/rules';
import {
  Anchor,
  Badge,
  Button,
  Group,
  Modal,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { SubmitButton } from '../ui/form/saving-button.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { confirm } from '../ui/show/confirm.tsx';
import { DataTable } from '../ui/show/data-table.tsx';
import { Needs, useMay } from '../ui/states/forbidden.tsx';
import { State } from '../ui/states/state.tsx';
import { RoutingTabs } from './routing-tabs.tsx';
import { routingWords } from './words/routing-words.ts';

export function TagsPage() {
  const t = useWords(routingWords);
  const tags = useLoadedList(listTags, { query: { limit: 200 } }, { live: ['settings.updated'] });
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('newTag')}
    </Button>
  );
  const empty = (
    <State icon={<IconTags size={36} stroke={1.5} />} title={t('noTags')} actions={create}>
      {t('noTagsHint')}
    </State>
  );
  return (
    <Page title={t('tags')} intro={t('tagsIntro')} actions={create}>
      <RoutingTabs />
      <Loaded query={tags} empty={{ when: (rows) => rows.length === 0, show: empty }}>
        {(rows) => <TagTable rows={rows} onEdit={setEdited} />}
      </Loaded>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('newTag') : t('editTag')}
        size="lg"
      >
        {edited !== null && <TagForm tag={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Modal>
    </Page>
  );
}

function TagTable({ rows, onEdit }: { rows: readonly Tag[]; onEdit: (tag: Tag) => void }) {
  const t = useWords(routingWords);
  const rules = useLoadedList(listRules, { query: { limit: 200 } }, { live: ['settings.updated'] });
  return (
    <DataTable
      label={t('tags')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          cell: (tag) => (
            <Anchor component="button" type="button" fw={600} size="sm" ta="start" onClick={() => onEdit(tag)}>
              {tag.name}
            </Anchor>
          ),
          under: ({ description }) => description,
        },
        {
          key: 'keywords',
          title: t('keywords'),
          cell: ({ detect }) => (
            <Group gap={4}>
              {(detect?.keywords ?? []).slice(0, 6).map((word) => (
                <Badge key={word} variant="default" tt="none">
                  {word}
                </Badge>
              ))}
            </Group>
          ),
        },
        {
          key: 'examples',
          title: t('exampleColumn'),
          cell: ({ detect }) => <Text size="sm">{t('exampleCount', { n: detect?.examples.length ?? 0 })}</Text>,
        },
        { key: 'used', title: t('usedBy'), cell: (tag) => <UsedBy tag={tag} rules={rules.data ?? []} /> },
      ]}
    />
  );
}

/** The rules that look for the tag or set it: it cannot be deleted while there are some. */
function UsedBy({ tag, rules }: { tag: Tag; rules: readonly Rule[] }) {
  const t = useWords(routingWords);
  const isNamed = ({ when, then }: Rule) =>
    then.add_tag_ids?.includes(tag.id) ||
    [when.all, when.any, when.none]
      .flatMap((each) => each ?? [])
      .some(
        ({ field, value }) =>
          field === 'tag' && (value === tag.id || (Array.isArray(value) && value.includes(tag.id as never))),
      );
  const using = rules.filter(isNamed);
  if (using.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('usedByNone')}
      </Text>
    );
  return (
    <Stack gap={2}>
      {using.map(({ id, name }) => (
        <Anchor key={id} component={Link} to={`/routing/rules/${id}`} size="sm">
          {name}
        </Anchor>
      ))}
    </Stack>
  );
}

function TagForm({ tag, onDone }: { tag: Tag | null; onDone: () => void }) {
  const t = useWords(routingWords);
  const may = useMay('workspace_admin');
  const form = useForm({
    initialValues: {
      name: tag?.name ?? '',
      description: tag?.description ?? '',
      keywords: tag?.detect?.keywords ?? [],
      examples: (tag?.detect?.examples ?? []).join('\n'),
      destination: tag?.default_destination_id ?? null,
    },
  });
  const options = { refresh: ['listTags'], done: t('saved'), saved: onDone };
  const shows = (error: Parameters<typeof bindProblem>[0]) => bindProblem(error, form);
  const create = useSave(createTag, { ...options, shows });
  const update = useSave(updateTag, { ...options, shows });
  const submit = form.onSubmit(({ name, description, keywords, examples, destination }) => {
    const lines = examples.split('\n').flatMap((line) => line.trim() || []);
    const body = {
      name,
      description: description.trim() || null,
      detect: keywords.length + lines.length > 0 ? { keywords, examples: lines } : null,
      default_destination_id: destination,
    };
    if (tag) update.mutate({ params: { id: tag.id }, body, ifMatch: tag.version });
    else create.mutate({ body });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t('description')} {...form.getInputProps('description')} />
        <TagsInput label={t('keywords')} description={t('keywordsHint')} {...form.getInputProps('keywords')} />
        <Textarea
          label={t('examples')}
          description={t('examplesHint')}
          autosize
          minRows={4}
          maxRows={14}
          {...form.getInputProps('examples')}
        />
        <DestinationSelect
          label={t('defaultDestination')}
          value={form.values.destination}
          onChange={(id) => form.setFieldValue('destination', id)}
        />
        <Group justify="space-between">
          {tag ? <DeleteTag tag={tag} onDone={onDone} /> : <span />}
          <SubmitButton loading={create.isPending || update.isPending} disabled={tag !== null && !may}>
            {tag ? t('save') : t('create')}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

function DeleteTag({ tag, onDone }: { tag: Tag; onDone: () => void }) {
  const t = useWords(routingWords);
  const remove = useSave(deleteTag, { refresh: ['listTags'], done: t('deleted'), saved: onDone });
  const ask = async () => {
    const title = t('deleteTag', { name: tag.name });
    const sure = await confirm({ title, text: t('deleteText'), confirm: t('delete'), dangerous: true });
    if (sure) remove.mutate({ params: { id: tag.id }, ifMatch: tag.version });
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button variant="default" disabled={disabled} onClick={() => void ask()}>
          {t('delete')}
        </Button>
      )}
    </Needs>
  );
}

interface DestinationSelectProps {
  label: string;
  description?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Left out of the choice: a destination is no fallback of its own. */
  except?: string;
}

export function DestinationSelect({ label, description, value, onChange, except }: DestinationSelectProps) {
  const t = useWords(routingWords);
  const destinations = useLoadedList(listDestinations, { query: { limit: 200 } });
  const data = (destinations.data ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={label}
      {...(description ? { description } : {})}
      placeholder={t('none')}
      data={data}
      value={value}
      onChange={onChange}
      clearable
      searchable
    />
  );
}
