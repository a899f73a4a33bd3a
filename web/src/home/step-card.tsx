import { Button, Paper, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { useMay } from '../ui/states/forbidden.tsx';
import { ProblemLine } from '../ui/states/problem.tsx';
import { homeWords } from './home-words.ts';
import type { Step } from './use-steps.ts';

export function StepCard({ step, done }: { step: Step; done: boolean }) {
  const t = useWords(homeWords);
  const admin = useMay('workspace_admin');
  const { name, to } = step;
  const may = admin || !step.adminOnly;
  return (
    <Paper component="li" withBorder p="md" className="home-step">
      <ThemeIcon
        variant={done ? 'filled' : 'light'}
        color={done ? 'green.8' : 'gray'}
        radius="xl"
        {...(step.count === undefined
          ? { 'aria-hidden': true }
          : { role: 'img', 'aria-label': t(done ? 'done' : 'open') })}
      >
        {done ? <IconCheck size={16} /> : <IconCircleDashed size={16} />}
      </ThemeIcon>
      <div className="home-step-words">
        <Title order={2} size="h5">
          {t(name)}
        </Title>
        <Text size="sm" c="dimmed">
          {t(`${name}Hint`)}
        </Text>
        <Facts step={step} />
        {!may && <Text size="sm">{t('adminDoes')}</Text>}
      </div>
      {may && (
        <Button component={Link} to={to} variant={done ? 'default' : 'light'} size="xs">
          {t(`${name}Act`)}
        </Button>
      )}
    </Paper>
  );
}

/** The progress of a step by the desk's own count. */
function Facts({ step: { name, count, error, again } }: { step: Step }) {
  const t = useWords(homeWords);
  if (count === undefined)
    return error ? <ProblemLine error={error} onRetry={again} /> : <Skeleton width={180} height={20} />;
  return (
    <Text size="sm" fw={500}>
      {t(`${name}Facts`, { count })}
    </Text>
  );
}
