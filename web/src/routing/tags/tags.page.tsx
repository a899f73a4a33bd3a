import { readOverview, type Overview } from '@desk/contract/reports';
import { listRules, listTags, type Tag } from '@desk/contract/routing';
import type { Rule } from '@desk/contract/rules';
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isAnswered, Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded, useWholeList } from '../../ui/data/use-loaded.ts';
import { number } from '../../ui/i18n/format.ts';
import { FieldsFor } from '../../ui/form/fields-for.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { ColorDot } from '../../ui/show/color-dot.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { State } from '../../ui/states/state.tsx';
import { RoutingTabs } from '../routing-tabs.tsx';
import { routingWords } from '../words/routing-words.ts';
import { StarterOffer } from './starter-offer.tsx';
import { TagForm } from './tag-form.tsx';

export function TagsPage() {
  const t = useWords(routingWords);
  const tags = useWholeList(listTags, { query: { limit: 200 } }, { live: ['settings.updated'] });
  const rules = useWholeList(listRules, { query: { limit: 200 } }, { live: ['settings.updated'] });
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('newTag')}
    </Button>
  );
  const empty = (
    <State
      icon={<IconTags size={36} stroke={1.5} />}
      title={t('noTags')}
      actions={
        <>
          {create}
          <StarterOffer />
        </>
      }
    >
      {t('noTagsHint')}
    </State>
  );
  return (
    <Page title={t('tags')} intro={t('tagsIntro')} actions={create}>
      <RoutingTabs />
      {isAnswered(rules) ? (
        <Loaded query={tags} empty={{ when: (rows) => rows.length === 0, show: empty }}>
          {(rows) => <TagTable rows={rows} rules={rules.data ?? []} onEdit={setEdited} />}
        </Loaded>
      ) : (
        // Their names make the rows of a tag longer.
        <Loaded query={rules}>{() => null}</Loaded>
      )}
      <FormModal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('newTag') : t('editTag')}
        size="lg"
      >
        {edited === 'new' && <TagForm tag={null} onDone={() => setEdited(null)} />}
        {edited !== null && edited !== 'new' && (
          <FieldsFor role="workspace_admin">
            <TagForm tag={edited} onDone={() => setEdited(null)} />
          </FieldsFor>
        )}
      </FormModal>
    </Page>
  );
}

interface TagTableProps {
  rows: readonly Tag[];
  rules: readonly Rule[];
  onEdit: (tag: Tag) => void;
}

function TagTable({ rows, rules, onEdit }: TagTableProps) {
  const t = useWords(routingWords);
  const report = useLoaded(readOverview, { query: {} });
  const tagged = (report.data as Overview | undefined)?.by_tag;
  const counts = tagged && new Map(tagged.map(({ id, count }) => [id, count]));
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
            <Group gap={6} wrap="nowrap">
              <ColorDot color={tag.color} />
              <Anchor component="button" type="button" fw={600} size="sm" ta="start" onClick={() => onEdit(tag)}>
                {tag.name}
              </Anchor>
            </Group>
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
        { key: 'month', title: t('inMonth'), align: 'end', cell: (tag) => <InMonth tag={tag} counts={counts} /> },
        { key: 'used', title: t('usedBy'), cell: (tag) => <UsedBy tag={tag} rules={rules} /> },
      ]}
    />
  );
}

/** The number of conversations of the last 30 days with this tag, as a link to them. */
function InMonth({ tag, counts }: { tag: Tag; counts: ReadonlyMap<string, number> | undefined }) {
  const t = useWords(routingWords);
  if (!counts) return <span aria-hidden>…</span>;
  const count = counts.get(tag.id) ?? 0;
  if (count === 0) return number(0);
  return (
    <Anchor
      component={Link}
      to={`/inbox?view=all&tag=${tag.id}`}
      size="sm"
      aria-label={t('inMonthOf', { n: count, name: tag.name })}
    >
      {number(count)}
    </Anchor>
  );
}

/** The rules that test or set the tag. A tag with such rules cannot be deleted. */
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
