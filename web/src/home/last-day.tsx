import { readOverview, type Overview } from '@desk/contract/reports';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { number } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { homeWords } from './home-words.ts';

const shown = ['received', 'answered', 'escalated', 'failed'] as const;

/** Conversations of the last 24 hours, and their outcomes. */
export function LastDay() {
  const t = useWords(homeWords);
  const [from] = useState(() => new Date(Date.now() - 86_400_000).toISOString());
  const overview = useLoaded(
    readOverview,
    { query: { from, granularity: 'hour' } },
    { live: ['conversation.updated'] },
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={t('lastDay')} className="home-day">
      <Title order={2} size="h5" mb="sm">
        {t('lastDay')}
      </Title>
      <Loaded query={overview}>
        {(reply) => (
          <dl className="home-figures">
            {shown.map((name) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{number((reply as Overview).totals[name])}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
      <Text size="sm" mt="sm">
        <Anchor component={Link} to="/reports" underline="always">
          {t('allReports')}
        </Anchor>
      </Text>
    </Paper>
  );
}
