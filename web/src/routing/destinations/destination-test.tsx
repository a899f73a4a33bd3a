import { testDestination, type DestinationTest as Tested } from '@desk/contract/destination-tests';
import type { Destination } from '@desk/contract/routing';
import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { routingWords } from '../words/routing-words.ts';

/** Tests a destination at once, before a customer waits there. */
export function DestinationTest({ destination: { id, name, kind } }: { destination: Destination }) {
  const t = useWords(routingWords);
  const test = useSave(testDestination);
  const sends = kind === 'email' || kind === 'webhook';
  return (
    <Group gap="xs" wrap="nowrap">
      <Needs role="workspace_admin">
        {(disabled) => (
          <Button
            size="xs"
            variant="default"
            flex="none"
            aria-label={`${t(sends ? 'testSend' : 'testCheck')}: ${name}`}
            disabled={disabled}
            loading={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            {t(sends ? 'testSend' : 'testCheck')}
          </Button>
        )}
      </Needs>
      <Group gap={4} wrap="nowrap" role="status">
        {test.data && !test.isPending && <Outcome found={test.data} />}
      </Group>
    </Group>
  );
}

function Outcome({ found: { ok, outcome, detail } }: { found: Tested }) {
  const t = useWords(routingWords);
  const Icon = ok ? IconCheck : IconAlertTriangle;
  return (
    <>
      <Icon size={16} style={{ flex: 'none' }} aria-hidden />
      <Text size="sm">
        {t(`test_${outcome}`)}
        {!ok && detail ? ` ${detail}` : ''}
      </Text>
    </>
  );
}
