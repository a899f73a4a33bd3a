import { addSuiteCase, deleteSuiteCase, type Suite, type SuiteCase } from '@desk/contract/suite';
import { ActionIcon, Badge, Box, Group, Select, Text } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { toast } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { useNamed, type Named } from '../use-named.ts';
import { validationWords } from '../validation-words.ts';
import { CaseForm } from './case-form.tsx';
import { caseOf, valuesOf } from './case-values.logic.ts';
import { useReplaceCase } from './use-replace-case.ts';
import { LastResult, useLastResults } from './last-result.tsx';

interface CasesTableProps {
  suite: Suite;
  /** Only cases with this tag; null: all. */
  tag: string | null;
  onTag: (tag: string | null) => void;
}

export function CasesTable({ suite, tag, onTag }: CasesTableProps) {
  const t = useWords(validationWords);
  const [edited, edit] = useState<SuiteCase | null>(null);
  const close = () => edit(null);
  const replace = useReplaceCase(() => {
    toast(t('saved'));
    close();
  });
  const tags = [...new Set(suite.cases.flatMap((each) => each.tags))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  const last = useLastResults();
  const named = useNamed({ withDocuments: false });
  const rows = tag ? suite.cases.filter((each) => each.tags.includes(tag)) : suite.cases;
  return (
    <>
      {tags.length > 0 && (
        <Select
          mb="sm"
          maw={280}
          aria-label={t('filterTag')}
          placeholder={t('allTags')}
          clearable
          data={tags}
          value={tag}
          onChange={onTag}
        />
      )}
      <DataTable
        label={t('cases')}
        rows={rows}
        wide
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', title: t('name'), cell: (row) => <Case of={row} /> },
          { key: 'turns', title: '', cell: ({ turns }) => t('turns', { n: turns.length }) },
          { key: 'tags', title: t('tags'), cell: (row) => row.tags.join(', ') },
          { key: 'expects', title: t('expects'), cell: (row) => <Expected of={row} named={named} /> },
          {
            key: 'last',
            title: t('lastResult'),
            cell: ({ id }) => (
              <Box mih={23}>
                <LastResult result={last.get(id)} />
              </Box>
            ),
          },
          { key: 'actions', title: '', align: 'end', cell: (row) => <Actions of={row} onEdit={() => edit(row)} /> },
        ]}
      />
      <FormModal opened={edited !== null} onClose={close} title={t('editCase')} size="lg">
        {edited && (
          <CaseForm
            of={edited}
            isSaving={replace.isPending}
            onSave={(written) => replace.mutate({ suite, id: edited.id, written })}
          />
        )}
      </FormModal>
    </>
  );
}

function Case({ of: { name, critical, enabled, turns } }: { of: SuiteCase }) {
  const t = useWords(validationWords);
  return (
    <>
      <Text size="sm" fw={600}>
        {name} {critical && <Badge color="red">{t('critical')}</Badge>}{' '}
        {!enabled && <Badge variant="default">{t('disabled')}</Badge>}
      </Text>
      {turns[0]?.customer !== name && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {turns[0]?.customer}
        </Text>
      )}
    </>
  );
}

function Actions({ of, onEdit }: { of: SuiteCase; onEdit: () => void }) {
  const t = useWords(validationWords);
  const { id, name } = of;
  const refresh = ['readSuite'];
  const remove = useSave(deleteSuiteCase, { refresh, done: t('deleted') });
  const ask = async () => {
    const question = { title: t('deleteCaseTitle', { name }), text: t('deleteCaseText'), confirm: t('remove') };
    if (await confirm({ ...question, dangerous: true })) remove.mutate({ params: { case_id: id } });
  };
  const add = useSave(addSuiteCase, { refresh, done: t('saved') });
  const duplicate = () => {
    const { id: _id, ...copy } = caseOf({ ...valuesOf(of), name: t('copyOf', { name }) }, of);
    add.mutate({ body: copy });
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <ActionIcon variant="subtle" aria-label={t('editNamed', { name })} disabled={disabled} onClick={onEdit}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('duplicate', { name })}
            disabled={disabled}
            loading={add.isPending}
            onClick={duplicate}
          >
            <IconCopy size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('deleteCase', { name })}
            disabled={disabled}
            loading={remove.isPending}
            onClick={() => void ask()}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      )}
    </Needs>
  );
}

function Expected({ of: { expect }, named }: { of: SuiteCase; named: Named }) {
  const t = useWords(validationWords);
  return (
    <>
      {expect.outcome && <Badge variant="light">{t(`outcome_${expect.outcome}`)}</Badge>}
      {expect.destination && (
        <Text size="xs">{t('toDestination', { name: named.destination(expect.destination) })}</Text>
      )}
      {(['must_include', 'must_not_include'] as const).flatMap((what) =>
        (expect.answer?.[what] ?? []).map((phrase) => (
          <Text key={`${what} ${phrase}`} size="xs" style={{ overflowWrap: 'anywhere' }}>
            {t(`asserted_${what}`)}: <bdi>{phrase}</bdi>
          </Text>
        )),
      )}
    </>
  );
}
