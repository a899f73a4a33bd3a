import './access.css';
import { Alert, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { usePageHeading } from '../ui/page/page.tsx';
import { ProblemText } from '../ui/states/problem.tsx';
import { accessWords } from './words/access-words.ts';

interface AccessCardProps {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}

/** The frame of every page that needs no sign-in. */
export function AccessCard({ title, intro, children, foot }: AccessCardProps) {
  const t = useWords(accessWords);
  const heading = usePageHeading(title);
  return (
    <main className="access">
      <div className="access-card">
        <div className="access-brand">
          <img src="/icon.svg" alt="" />
          {t('product')}
        </div>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {intro && (
          <Text c="dimmed" size="sm" mt={4} component="div">
            {intro}
          </Text>
        )}
        <div style={{ marginBlockStart: '1.25rem' }}>{children}</div>
        {foot && <div className="access-foot">{foot}</div>}
      </div>
    </main>
  );
}

/** The failure of a form, focused so that a screen reader reads it. `known`: the client's texts for error codes of the server. */
export function FormProblem({ error, known = {} }: { error: ApiError | null; known?: Record<string, string> }) {
  const t = useWords(accessWords);
  const k = useWords(kitWords);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) summary.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <Alert ref={summary} tabIndex={-1} color="red" variant="light" role="alert" title={t('errorTitle')}>
      {known[error.code] ?? <ProblemText error={error} />}
      {error.status >= 500 && error.requestId && <div>{k('requestId', { id: error.requestId })}</div>}
    </Alert>
  );
}
