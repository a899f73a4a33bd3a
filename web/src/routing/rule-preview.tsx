import { previewPolicy, type Decided, type Preview } from '@desk/contract/replay';
import type { OverlaidRule } from '@desk/contract/simulation';
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { Time } from '../ui/show/time.tsx';
import { previewWords } from './words/preview-words.ts';
import { routingWords } from './words/routing-words.ts';

const last = 200;

/** Shows which of the last decisions the rule would change, before it is saved. */
export function RulePreview({ rule }: { rule: OverlaidRule }) {
  const t = useWords(previewWords);
  const [tried, setTried] = useState('');
  const preview = useSave(previewPolicy);
  const now = JSON.stringify(rule);
  const tryOut = () => {
    setTried(now);
    preview.mutate({ body: { overlay: { rules: [rule] }, last } });
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="rule-preview">
      <Group justify="space-between" align="start">
        <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Title order={2} size="h4" id="rule-preview">
            {t('heading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('intro', { n: last })}
          </Text>
        </div>
        <Button variant="default" onClick={tryOut} loading={preview.isPending}>
          {t('try')}
        </Button>
      </Group>
      <div role="status">
        {preview.data && tried !== now && (
          <Text size="sm" mt="sm" c="orange.9">
            {t('outdated')}
          </Text>
        )}
        {preview.data && <Outcome preview={preview.data} />}
      </div>
    </Paper>
  );
}

function Outcome({ preview: { considered, skipped, flips } }: { preview: Preview }) {
  const t = useWords(previewWords);
  const unchanged = considered === 0 ? t('nothing') : t('none', { n: considered });
  return (
    <Stack gap="sm" mt="sm">
      <Text size="sm" fw={600}>
        {flips.length === 0 ? unchanged : t('flips', { n: flips.length, considered })}
      </Text>
      {flips.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {flips.map((flip) => (
            <li key={flip.decision_id}>
              <Anchor component={Link} to={`/inbox/${flip.conversation_id}`} size="sm">
                {flip.message}
              </Anchor>{' '}
              <Text span size="xs" c="dimmed">
                <Time at={flip.created_at} />
              </Text>
              <Text size="sm">
                <Ruling {...flip.before} /> → <b>{<Ruling {...flip.after} />}</b>
              </Text>
              {flip.why.map((each) => (
                <Text key={each} size="xs" c="dimmed">
                  {each}
                </Text>
              ))}
            </li>
          ))}
        </Stack>
      )}
      {skipped > 0 && (
        <Text size="xs" c="dimmed">
          {t('skipped', { n: skipped })}
        </Text>
      )}
    </Stack>
  );
}

function Ruling({ outcome, reason, destination }: Decided) {
  const t = useWords(previewWords);
  const r = useWords(routingWords);
  const decision = r(`decision_${outcome}`);
  return (
    <span title={t('reason', { reason: reason.replaceAll('_', ' ') })}>
      {destination ? t('to', { decision, destination: destination.name }) : decision}
    </span>
  );
}
