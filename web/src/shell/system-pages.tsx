import { Anchor, Button, Group } from '@mantine/core';
import { IconBug, IconMapOff, IconUsersGroup } from '@tabler/icons-react';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { ForbiddenState } from '../ui/states/forbidden.tsx';
import { NotFoundState } from '../ui/states/not-found.tsx';
import { ProblemState } from '../ui/states/problem.tsx';
import { State } from '../ui/states/state.tsx';
import { shellWords } from './shell-words.ts';
import { signOut } from './sign-out.ts';

export function PageNotFound() {
  const t = useWords(shellWords);
  return (
    <Page title={t('notFoundTitle')}>
      <State
        icon={<IconMapOff size={36} stroke={1.5} />}
        title={t('notFound')}
        actions={
          <Anchor component={Link} to="/">
            {t('home')}
          </Anchor>
        }
      />
    </Page>
  );
}

/** Replaces a page that threw: a refusal by the server shows its own text, anything else is a fault of the client. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useWords(shellWords);
  const k = useWords(kitWords);
  if (isApiError(error) && error.status === 403) return <ForbiddenState requiredRole={error.requiredRole} />;
  if (isApiError(error) && error.status === 404) return <NotFoundState error={error} />;
  if (isApiError(error)) return <ProblemState error={error} onRetry={reset} />;
  return (
    <Page title={t('brokenTitle')}>
      <State
        role="alert"
        icon={<IconBug size={36} stroke={1.5} />}
        title={t('broken')}
        actions={<Button onClick={() => location.reload()}>{k('reload')}</Button>}
      >
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </State>
    </Page>
  );
}

export function NoMembership({ email }: { email: string }) {
  const t = useWords(shellWords);
  return (
    <Page title={t('noMembershipTitle')}>
      <State
        icon={<IconUsersGroup size={36} stroke={1.5} />}
        title={t('noMembershipTitle')}
        actions={
          <Group>
            <Button variant="default" onClick={() => void signOut()}>
              {t('signOut')}
            </Button>
          </Group>
        }
      >
        {t('noMembership', { email })}
      </State>
    </Page>
  );
}
