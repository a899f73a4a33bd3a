import { updateFinding, type Finding } from '@desk/contract/findings';
import { Anchor, Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { knowledgeWords } from '../knowledge-words.ts';

const severityColors = { high: 'red', medium: 'orange', low: 'gray' } as const;

interface FindingsProps {
  findings: readonly Finding[];
  /** False while documents are still examined: then there may be more. */
  areCurrent: boolean;
}

/** What people should review, the gravest first. What they have dismissed is out of the way, and can be opened again. */
export function Findings({ findings, areCurrent }: FindingsProps) {
  const t = useWords(knowledgeWords);
  const [shown, setShown] = useState(false);
  const dismissed = findings.filter(({ state }) => state === 'dismissed');
  const toReview = findings.filter(({ state }) => state !== 'dismissed');
  return (
    <>
      {areCurrent && toReview.length === 0 && (
        <State icon={<IconSparkles size={36} stroke={1.5} />} title={t('noFindings')}>
          {t('noFindingsHint')}
        </State>
      )}
      <Cards findings={toReview} />
      {dismissed.length > 0 && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            mt="sm"
            aria-expanded={shown}
            onClick={() => setShown((before) => !before)}
          >
            {t('dismissedFindings', { n: dismissed.length })}
          </Button>
          {shown && (
            <>
              <Text size="sm" c="dimmed" mb="sm">
                {t('dismissedHint')}
              </Text>
              <Cards findings={dismissed} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Cards({ findings }: { findings: readonly Finding[] }) {
  return (
    <Stack>
      {findings.map((finding) => (
        <FindingCard key={finding.id} finding={finding} />
      ))}
    </Stack>
  );
}

function FindingCard({ finding }: { finding: Finding }) {
  const t = useWords(knowledgeWords);
  return (
    <Paper withBorder p="md" component="article" aria-label={finding.detail}>
      <Group justify="space-between" align="start">
        <div style={{ flex: 1, minWidth: 240 }}>
          <Group gap="xs">
            <Badge color={severityColors[finding.severity]}>{t(`severity_${finding.severity}`)}</Badge>
            {finding.state !== 'open' && <Badge variant="default">{t(`finding_${finding.state}`)}</Badge>}
            <Text fw={600}>{finding.detail}</Text>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {finding.suggestion}
          </Text>
        </div>
        <Actions finding={finding} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: Math.min(2, finding.documents.length) || 1 }} mt="sm">
        {finding.documents.map((document) => (
          <div key={`${document.id}-${document.quote}`}>
            <Anchor component={Link} to={`/knowledge/documents/${document.id}`} size="sm" fw={600}>
              {document.title}
            </Anchor>
            <Text size="sm" component="blockquote" m={0} style={{ overflowWrap: 'anywhere' }}>
              {document.quote}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

const next = { acknowledge: 'acknowledged', reopen: 'open', dismiss: 'dismissed' } as const;
/** What can be done about a finding in this state. */
const steps = {
  open: ['acknowledge', 'dismiss'],
  acknowledged: ['reopen', 'dismiss'],
  dismissed: ['reopen'],
} as const;

function Actions({ finding: { id, state } }: { finding: Finding }) {
  const t = useWords(knowledgeWords);
  const save = useSave(updateFinding, { refresh: ['readKnowledgeAnalysis'], done: t('saved') });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group gap="xs">
          {steps[state].map((step) => (
            <Button
              key={step}
              size="compact-sm"
              variant="default"
              disabled={disabled || save.isPending}
              onClick={() => save.mutate({ params: { id }, body: { state: next[step] } })}
            >
              {t(step)}
            </Button>
          ))}
        </Group>
      )}
    </Needs>
  );
}
