import { exchangeOauthLogin } from '@desk/contract/identity-providers';
import { Button, Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { AccessCard, FormProblem } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';
import { takeLogin } from '../api/pending-login.ts';
import { useEnter } from './use-enter.ts';

/** The page to which an identity provider redirects the browser. */
export function CallbackPage() {
  const t = useWords(accessWords);
  const [parameters] = useState(() => Object.fromEntries(new URLSearchParams(location.search)));
  const [pending] = useState(takeLogin);
  const enter = useEnter(pending?.returnTo);
  const exchange = useSave(exchangeOauthLogin, { saved: enter, shows: () => true });
  const { state, error } = parameters;
  const complete = pending !== null && state !== undefined && state === pending.state && !error;
  useEffect(() => {
    if (!complete) return;
    const body = { callback_params: { ...parameters, state } };
    exchange.mutate({ params: { provider: pending.provider }, body });
    // Run once: the provider's code is good for one exchange.
  }, []);
  if (complete && !exchange.error) {
    return (
      <AccessCard title={t('returning')}>
        <Loader aria-label={t('returning')} />
      </AccessCard>
    );
  }
  const reason = parameters['error_description'] ?? error;
  return (
    <AccessCard
      title={t('returnFailedTitle')}
      intro={reason ? t('returnRefused', { reason }) : !exchange.error && t('returnIncomplete')}
    >
      <FormProblem error={exchange.error} />
      <Button component={Link} to="/login" mt="md" fullWidth>
        {t('tryAgain')}
      </Button>
    </AccessCard>
  );
}
