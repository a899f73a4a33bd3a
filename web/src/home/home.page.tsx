import './home.css';
import { Anchor, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { useMay } from '../ui/states/forbidden.tsx';
import { homeWords } from './home-words.ts';
import { LastDay } from './last-day.tsx';
import { SampleOffer } from './sample-offer.tsx';
import { StepCard } from './step-card.tsx';
import { useSteps, type Step } from './use-steps.ts';

const dismissedKey = 'frontdesk.started';

/** `/` shows the checklist until every step is done or the person dismisses it; then it opens the inbox. */
export function StartPage() {
  const navigate = useNavigate();
  const steps = useSteps();
  const finished = localStorage.getItem(dismissedKey) !== null || steps.every(isDone);
  useEffect(() => {
    if (finished) void navigate({ to: '/inbox/{-$id}', params: {}, replace: true });
  }, [finished, navigate]);
  return finished ? null : <Checklist steps={steps} />;
}

export function HomePage() {
  return <Checklist steps={useSteps()} />;
}

const isDone = ({ count = 0 }: Step): boolean => count > 0;
const isUnknown = ({ count, error }: Step): boolean => count === undefined && !error;

function Checklist({ steps }: { steps: readonly Step[] }) {
  const t = useWords(homeWords);
  const done = steps.filter(isDone).length;
  const unchecked = steps.filter(({ count }) => count === undefined).length;
  const admin = useMay('workspace_admin');
  const empty = steps.find(({ name }) => name === 'knowledge')?.count === 0;
  return (
    <Page title={t('title')} intro={t('intro')} actions={<ToInbox />}>
      <div className="home">
        <Stack gap="sm">
          <div>
            {steps.some(isUnknown) ? (
              <Skeleton width={130} height={20} mb={6} />
            ) : (
              <Text size="sm" mb={6} role="status">
                {t(unchecked > 0 ? 'progressUnchecked' : 'progress', { done, total: steps.length, unchecked })}
              </Text>
            )}
            <Progress value={(100 * done) / steps.length} aria-label={t('title')} />
          </div>
          {admin && <SampleOffer empty={empty} />}
          <ol className="home-steps">
            {steps.map((step) => (
              <StepCard key={step.name} step={step} done={isDone(step)} />
            ))}
          </ol>
        </Stack>
        <LastDay />
      </div>
    </Page>
  );
}

function ToInbox() {
  const t = useWords(homeWords);
  return (
    <Group gap="sm">
      <Anchor
        component={Link}
        to="/inbox"
        size="sm"
        underline="always"
        onClick={() => localStorage.setItem(dismissedKey, '1')}
      >
        {t('dismiss')}
      </Anchor>
      <Button component={Link} to="/inbox" variant="default">
        {t('toInbox')}
      </Button>
    </Group>
  );
}
