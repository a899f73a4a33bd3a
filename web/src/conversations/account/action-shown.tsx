import type { AccountAction, ActionResult } from '@desk/contract/account-actions';
import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
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

/** The exact request, masked; it is sent by the person who has seen it, or not at all. */
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
      <Group justify="flex-end">
        <Button variant="default" disabled={busy} onClick={onBack}>
          {t('back')}
        </Button>
        <Button color="red" loading={busy} onClick={onApprove}>
          {t('approve')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What came of it. */
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
      <Group justify="flex-end">
        <Button onClick={onClose}>{k('close')}</Button>
      </Group>
    </Stack>
  );
}

/** Why, for somebody who cannot mend it. */
export function FailureWords({ code, message }: { code: string; message: string }) {
  const t = useWords(accountWords);
  return (
    <>
      {wordsOf(code, message)} {mayHaveHappened(code) && t('mayHaveHappened')}
    </>
  );
}

/** A part that takes another's place takes the focus as well. */
function useFocused() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
