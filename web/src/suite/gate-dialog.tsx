import { listMembers } from '@desk/contract/members';
import { Alert, Badge, Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AnswerRefusal } from '../ui/data/refusals.ts';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { listOf } from '../ui/i18n/format.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords, words } from '../ui/i18n/words.ts';
import { useMay } from '../ui/states/forbidden.tsx';
import { de } from './gate.de.ts';
import { en } from './gate.en.ts';

const gateWords = words('gate', { en, de });

type BrokenCases = Parameters<AnswerRefusal>[0]['regressions'];

/** Shows which cases a change would break; `override` saves it anyway with the admin's reason. */
export function openGate(cases: BrokenCases, override: (reason: string) => void): void {
  const close = () => modals.close(id);
  const id = modals.open({
    title: gateWords('title'),
    size: 'lg',
    closeButtonProps: { 'aria-label': kitWords('close') },
    children: (
      <Gate
        cases={cases}
        onClose={close}
        onOverride={(reason) => {
          close();
          override(reason);
        }}
      />
    ),
  });
}

interface GateProps {
  cases: BrokenCases;
  onClose: () => void;
  onOverride: (reason: string) => void;
}

function Gate({ cases, onClose, onOverride }: GateProps) {
  const t = useWords(gateWords);
  const may = useMay('org_admin');
  const [reason, setReason] = useState('');
  return (
    <Stack>
      <Text size="sm">{t('intro')}</Text>
      <Regressions cases={cases} />
      {may ? (
        <Textarea
          label={t('reason')}
          description={t('reasonHint')}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : (
        <WhoMay />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
        {may && (
          <Button color="red" disabled={reason.trim().length < 3} onClick={() => onOverride(reason.trim())}>
            {t('override')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Regressions({ cases }: { cases: BrokenCases }) {
  const t = useWords(gateWords);
  if (cases.length === 0) return <Text size="sm">{t('scoreOnly')}</Text>;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('regressions', { n: cases.length })}
      </Text>
      <List size="sm" mah={240} style={{ overflowY: 'auto' }} tabIndex={0}>
        {cases.map(({ case_id: id, name, critical }) => (
          <List.Item key={id}>
            {name ?? id} {critical && <Badge color="red">{t('critical')}</Badge>}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function WhoMay() {
  const t = useWords(gateWords);
  const k = useWords(kitWords);
  const members = useLoaded(listMembers, {});
  const admins = members.data?.items.filter(({ role }) => role === 'org_admin').map(({ user }) => user.name) ?? [];
  return (
    <Alert color="gray">
      {t('onlyAdmins')} {admins.length > 0 && k('forbiddenAdmins', { count: admins.length, names: listOf(admins) })}
    </Alert>
  );
}
