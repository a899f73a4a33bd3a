import { readKnowledgeAnalysis, type Analysis } from '@desk/contract/analysis';
import { Anchor, Button, Group, Paper, RingProgress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconHeartbeat, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { loaded, useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { breakable } from '../../ui/theme/breakable.ts';
import { Findings } from './findings.tsx';
import { Gaps } from './gaps.tsx';
import { knowledgeWords } from '../knowledge-words.ts';
import { SuiteCoverage } from './suite-coverage.tsx';

const parts = ['readiness', 'freshness', 'consistency', 'coverage', 'hygiene'] as const;

export function HealthPage() {
  const t = useWords(knowledgeWords);
  const [examining, setExamining] = useState(false);
  const options = { live: ['document.updated'], every: examining ? 2_000 : (false as const) };
  const analysis = useLoaded(readKnowledgeAnalysis, { query: {} }, options);
  // Documents are examined in the background, and no event reports the end of it.
  const due = analysis.data?.findings_current === false;
  if (examining !== due) setExamining(due);
  const cache = useQueryClient();
  const again = useSave(readKnowledgeAnalysis, {
    saved: (fresh) => cache.setQueryData(loaded(readKnowledgeAnalysis, { query: {} }).queryKey, fresh),
  });
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={again.isPending}
      onClick={() => again.mutate({ query: { refresh: true } })}
    >
      {t('refresh')}
    </Button>
  );
  return (
    <Page title={t('health')} intro={t('healthIntro')} back={{ to: '/knowledge', label: t('back') }} actions={refresh}>
      <Loaded
        query={analysis}
        empty={{
          when: ({ totals }) => totals.documents === 0,
          show: (
            <State icon={<IconHeartbeat size={36} stroke={1.5} />} title={t('noHealth')}>
              {t('empty')}
            </State>
          ),
        }}
      >
        {(data) => <Report analysis={data} />}
      </Loaded>
    </Page>
  );
}

function Report({ analysis }: { analysis: Analysis }) {
  const t = useWords(knowledgeWords);
  return (
    <Stack gap="xl" mt="md">
      <Scores analysis={analysis} />
      <section>
        <Title order={2} size="h4" mb="sm">
          {t('findings')}
        </Title>
        {!analysis.findings_current && (
          <Text size="sm" c="dimmed" mb="sm" role="status">
            {t('examining')}
          </Text>
        )}
        <Findings findings={analysis.findings} areCurrent={analysis.findings_current} />
      </section>
      <Gaps gaps={analysis.gaps} />
      <Used analysis={analysis} />
      <SuiteCoverage coverage={analysis.suite_coverage} />
    </Stack>
  );
}

function Scores({ analysis }: { analysis: Analysis }) {
  const t = useWords(knowledgeWords);
  const { components } = analysis.health;
  // A score without the comparison of the documents would be too optimistic.
  const score = components.consistency === null ? null : analysis.health.score;
  const shown = (value: number | null) => (value === null ? t('notMeasured') : percent(value));
  return (
    <Paper withBorder p="md">
      <Group gap="xl">
        <RingProgress
          size={120}
          thickness={12}
          roundCaps
          sections={[{ value: 100 * (score ?? 0), color: 'indigo' }]}
          label={
            <Text ta="center" fw={700}>
              {shown(score)}
            </Text>
          }
          aria-hidden
        />
        <div style={{ flex: '1 1 14rem' }}>
          <Text fw={600}>
            {t('overall')}: {shown(score)}
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t('documents', { n: analysis.totals.documents })} · <Time at={analysis.generated_at} />
          </Text>
          <SimpleGrid cols={{ base: 2, sm: 5 }} component="dl" m={0}>
            {parts.map((part) => (
              <div key={part}>
                <Text component="dt" size="xs" c="dimmed">
                  {t(`score_${part}`)}
                </Text>
                <Text component="dd" m={0} fw={600}>
                  {shown(components[part])}
                </Text>
              </div>
            ))}
          </SimpleGrid>
        </div>
      </Group>
    </Paper>
  );
}

function Used({ analysis }: { analysis: Analysis }) {
  const t = useWords(knowledgeWords);
  const { most_cited: cited } = analysis.usage;
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {t('usage')}
      </Title>
      {cited.length === 0 && <Text>{t('noUsage')}</Text>}
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {cited.map(({ document_id: id, title, answers: n }) => (
          <Group key={id} component="li" justify="space-between">
            <Anchor component={Link} to={`/knowledge/documents/${id}`} style={breakable}>
              {title}
            </Anchor>
            <Text size="sm">{t('answers', { n })}</Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
