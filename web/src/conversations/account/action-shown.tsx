import type { AccountAction, ActionResult } from '@desk/contract/account-actions';
import { Alert, Button, Code, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { accountWords, wordsOf } from '../words/account-words.ts';
import { labelOf, mayHaveHappened, outputLines, requestText } from './action.logic.ts';

interface ShownActionProps {
  action: AccountAction;
  result: ActionResult;
  busy: boolean;
  onBack: () => void;
  onApprove: () => void;
}

/** Shows the exact request, with secrets masked. It is sent only if the person who sees it approves it. */
export function ShownAction({ action, result, busy, onBack, onApprove }: ShownActionProps) {
  const t = useWords(accountWords);
  const heading = useFocused();
  return (
    <Stack gap="sm">
      <Title order={3} size="h5" ref={heading} tabIndex={-1}>
        {t('shownTitle')}
      </Title>
      <Text size="sm">
        <b>{labelOf(action)}</b>
        {action.description && ` – ${action.description}`}
      </Text>
      <Text size="sm">{t('shownHint', { connector: action.connector.name })}</Text>
      {result.request && (
        <div>
          <Text size="sm" fw={600} mb={4} id="account-request">
            {t('exactly')}
          </Text>
          <Code block className="account-request" tabIndex={0} role="group" aria-labelledby="account-request">
            {requestText(result.request)}
          </Code>
          <Text size="xs" c="dimmed" mt={4}>
            {t('masked')}
          </Text>
        </div>
      )}
      <DialogFoot>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('back')}
        </Button>
        <Button color="red" loading={busy} onClick={onApprove}>
          {t('approve')}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

/** Shows the result. */
export function DoneAction({ result, onClose }: { result: ActionResult; onClose: () => void }) {
  const t = useWords(accountWords);
  const k = useWords(kitWords);
  const heading = useFocused();
  const lines = outputLines(result.output);
  return (
    <Stack gap="sm">
      <Title order={3} size="h5" ref={heading} tabIndex={-1} className="visually-hidden">
        {t(result.ok ? 'done' : 'failed')}
      </Title>
      <Alert color={result.ok ? 'green' : 'red'} variant="light" title={t(result.ok ? 'done' : 'failed')}>
        {result.error && <FailureWords {...result.error} />}
        {lines.length > 0 && (
          <dl className="account-outputs">
            {lines.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Alert>
      <DialogFoot>
        <Button onClick={onClose}>{k('close')}</Button>
      </DialogFoot>
    </Stack>
  );
}

/** The reason of a failure, for people who cannot fix it. */
export function FailureWords({ code, message }: { code: string; message: string }) {
  const t = useWords(accountWords);
  return (
    <>
      {wordsOf(code, message)} {mayHaveHappened(code) && t('mayHaveHappened')}
    </>
  );
}

/** Focuses the heading of a part that replaces the focused one. */
function useFocused() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
