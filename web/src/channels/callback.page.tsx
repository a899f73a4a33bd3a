import { exchangeChatdeskCode, exchangeTicketdeskCode } from '@desk/contract/channels';
import { exchangeDriveCode } from '@desk/contract/cloud-drive';
import { Button, Loader } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { usePageSearch } from '../ui/page/search.ts';
import { toast } from '../ui/show/toast.tsx';
import { NotFoundState } from '../ui/states/not-found.tsx';
import { State } from '../ui/states/state.tsx';
import { channelWords } from './channels-words.ts';

const exchanges = {
  chatdesk: { endpoint: exchangeChatdeskCode, home: '/channels/chatdesk' },
  ticketdesk: { endpoint: exchangeTicketdeskCode, home: '/channels/ticketdesk' },
  'cloud-drive': { endpoint: exchangeDriveCode, home: '/knowledge/drive' },
} as const;

interface Callback extends Record<string, string | undefined> {
  code?: string;
  state?: string;
  error?: string;
  error_description?: string;
}

/** The page to which a vendor redirects people after they have granted or denied access. */
export function CallbackPage() {
  const { channel = '' } = useParams({ strict: false }) as { channel?: string };
  const [search] = usePageSearch<Callback>();
  if (!(channel in exchanges)) return <NotFoundState />;
  return <Finish {...exchanges[channel as keyof typeof exchanges]} search={search} />;
}

interface FinishProps {
  endpoint: (typeof exchanges)[keyof typeof exchanges]['endpoint'];
  home: string;
  search: Partial<Callback>;
}

function Finish({ endpoint, home, search }: FinishProps) {
  const t = useWords(channelWords);
  const navigate = useNavigate();
  const { code = '', state = '', error: denied } = search;
  const [refusal, setRefusal] = useState(
    denied && !state ? t('deniedHint', { reason: search.error_description ?? denied }) : null,
  );
  // Run once: a code is good for one exchange, and React runs effects twice in development.
  const started = useRef(false);
  useEffect(() => {
    if (started.current || refusal !== null) return;
    started.current = true;
    const finish = async () => {
      try {
        // Send a denial too: it ends the attempt.
        await call(endpoint, { body: { ...(denied ? { error: denied } : { code }), state } });
        toast(t('finished'));
        await navigate({ to: home, replace: true });
      } catch (error) {
        const problem = isApiError(error) ? error : new ApiError({ status: 0 });
        setRefusal(problem.code === 'access_denied' ? t('declinedHint') : problem.detail || problem.title);
      }
    };
    void finish();
  }, [code, denied, endpoint, home, navigate, refusal, state, t]);
  if (refusal === null) {
    return (
      <Page title={t('finishing')}>
        <Loader aria-hidden />
      </Page>
    );
  }
  const again = (
    <Button component={Link} to={home}>
      {t('startAgain')}
    </Button>
  );
  return (
    <Page title={t('denied')}>
      <State icon={<IconPlugConnectedX size={36} stroke={1.5} />} title={t('denied')} role="alert" actions={again}>
        {refusal}
      </State>
    </Page>
  );
}
