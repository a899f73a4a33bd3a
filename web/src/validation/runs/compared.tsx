import { compareRuns, listRuns, type Difference } from '@desk/contract/runs';
import { Badge, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { absoluteTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { isUnderWay } from './runs.page.tsx';

/** What has changed since another run, regressions first; the baseline unless another one is chosen. */
export function Compared({ id, baseline }: { id: string; baseline: string | null }) {
  const t = useWords(validationWords);
  const [chosen, choose] = useState(baseline);
  const runs = useLoadedList(listRuns, { query: {} });
  const others = runs.data?.filter((run) => run.id !== id && !isUnderWay(run)) ?? [];
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('compare')}
        </Title>
        <Select
          size="xs"
          w={300}
          maw="100%"
          aria-label={t('compareWith')}
          placeholder={t('compareWith')}
          value={chosen}
          onChange={choose}
          data={others.map((run) => ({
            value: run.id,
            label:
              run.id === baseline
                ? t('baselineAt', { time: absoluteTime(run.created_at) })
                : absoluteTime(run.created_at),
          }))}
        />
      </Group>
      {chosen ? <Comparison id={id} base={chosen} /> : <Text size="sm">{t('nothingBefore')}</Text>}
    </section>
  );
}

function Comparison({ id, base }: { id: string; base: string }) {
  const t = useWords(validationWords);
  const comparison = useLoaded(compareRuns, { params: { id }, query: { base } });
  return (
    <Loaded query={comparison}>
      {(data) => (
        <Stack gap="xs">
          <Differences title={t('broken')} rows={data.broken} color="red" />
          <Differences title={t('fixed')} rows={data.fixed} color="green" />
          <Differences title={t('changed')} rows={data.changed} color="gray" />
          <Text size="sm">{t('same', { n: data.same })}</Text>
        </Stack>
      )}
    </Loaded>
  );
}

function Differences({ title, rows, color }: { title: string; rows: readonly Difference[]; color: string }) {
  return rows.map(({ case_id: id, name, base, run }) => (
    <Paper key={id} withBorder p="sm">
      <Group gap="xs">
        <Badge color={color}>{title}</Badge>
        <Text fw={600} size="sm">
          {name}
        </Text>
      </Group>
      <Text size="sm" component="del" display="block">
        {base.answer ?? base.outcome}
      </Text>
      <Text size="sm" component="ins" display="block">
        {run.answer ?? run.outcome}
      </Text>
    </Paper>
  ));
}
