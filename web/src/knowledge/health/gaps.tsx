import type { Gap } from '@desk/contract/analysis';
import { getDecision } from '@desk/contract/conversations';
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SaveAsCase } from '../../suite/save-as-case.tsx';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { usePageSearch } from '../../ui/page/search.ts';
import { Time } from '../../ui/show/time.tsx';
import { knowledgeWords } from '../knowledge-words.ts';

/** Questions of customers that the documents do not answer. */
export function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  const t = useWords(knowledgeWords);
  return (
    <section>
      <Title order={2} size="h4">
        {t('gaps')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('gapsHint')}
      </Text>
      {gaps.length === 0 && <Text>{t('noGaps')}</Text>}
      <Stack gap="sm">
        {gaps.map((gap) => (
          <OneGap key={gap.id} gap={gap} />
        ))}
      </Stack>
    </section>
  );
}

function OneGap({ gap }: { gap: Gap }) {
  const t = useWords(knowledgeWords);
  const [{ gap: selectedId }] = usePageSearch<{ gap?: string }>();
  const isSelected = selectedId === gap.id;
  const [opened, setOpened] = useState(isSelected);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'center' });
  }, [isSelected]);
  // The label is one of the questions, shortened if it is long.
  const others = gap.examples.filter((example) => example !== gap.label).slice(0, 3);
  return (
    <Paper
      ref={card}
      withBorder
      p="sm"
      component="article"
      aria-label={gap.label}
      aria-current={isSelected || undefined}
    >
      <Text fw={600}>
        <bdi>{gap.label}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        {t('asked', { n: gap.questions, customers: gap.customers })} · <Time at={gap.last_asked_at} />
      </Text>
      {others.map((example) => (
        <Text key={example} size="sm" mt={4} lineClamp={2}>
          <q>
            <bdi>{example}</bdi>
          </q>
        </Text>
      ))}
      <Group gap="xs" mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={opened}
          disabled={gap.decision_ids.length === 0}
          onClick={() => setOpened(!opened)}
        >
          {t('gapConversations')}
        </Button>
        <SaveAsCase from={{ from_gap_id: gap.id }} />
      </Group>
      {opened && (
        <Stack gap={4} mt="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {gap.decision_ids.map((id) => (
            <li key={id}>
              <AskedIn decisionId={id} />
            </li>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function AskedIn({ decisionId }: { decisionId: string }) {
  const t = useWords(knowledgeWords);
  const decision = useLoaded(getDecision, { params: { id: decisionId } });
  // A conversation is erased after its retention period; the question is kept longer.
  if (decision.error?.status === 404) {
    return (
      <Text size="sm" c="dimmed">
        {t('gapErased')}
      </Text>
    );
  }
  return (
    <Loaded query={decision} skeleton={<SkeletonLines lines={1} />}>
      {({ conversation_id: id, created_at: at }) => (
        <Anchor component={Link} to={`/inbox/${id}`} size="sm">
          {t('gapConversation')} · <Time at={at} />
        </Anchor>
      )}
    </Loaded>
  );
}
