import { addSuiteCase, loadPack, readSuite } from '@desk/contract/suite';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { RunNow } from '../runs/run-now.tsx';
import { CaseForm } from './case-form.tsx';
import { CasesTable } from './cases-table.tsx';
import { SuiteTransfer } from './suite-transfer.tsx';
import { validationWords } from '../validation-words.ts';
import { ValidationTabs } from '../validation-tabs.tsx';

export function SuitePage() {
  const t = useWords(validationWords);
  const suite = useLoaded(readSuite, { query: {} });
  const [opened, { open, close }] = useDisclosure(false);
  const [tag, setTag] = useState<string | null>(null);
  const add = useSave(addSuiteCase, { refresh: ['readSuite'], done: t('saved'), saved: close });
  const pack = useSave(loadPack, { refresh: ['readSuite'], done: ({ added: n }) => t('packLoaded', { n }) });
  const actions = (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group>
          <Button
            variant="default"
            disabled={disabled}
            loading={pack.isPending}
            onClick={() => pack.mutate({ body: { pack: 'red-team' } })}
          >
            {t('loadPack')}
          </Button>
          <Button variant="default" leftSection={<IconPlus size={16} />} disabled={disabled} onClick={open}>
            {t('newCase')}
          </Button>
          <RunNow tag={tag} empty={suite.data?.cases.length === 0} />
        </Group>
      )}
    </Needs>
  );
  const empty = (
    <State icon={<IconListCheck size={36} stroke={1.5} />} title={t('noSuite')}>
      {t('noSuiteHint')}
    </State>
  );
  return (
    <Page title={t('suite')} intro={t('suiteIntro')} actions={actions}>
      <ValidationTabs />
      {suite.data && <SuiteTransfer suite={suite.data} />}
      <Loaded query={suite} empty={{ when: ({ cases }) => cases.length === 0, show: empty }}>
        {(data) => <CasesTable suite={data} tag={tag} onTag={setTag} />}
      </Loaded>
      <FormModal opened={opened} onClose={close} title={t('newCase')} size="lg">
        <CaseForm isSaving={add.isPending} onSave={(written) => add.mutate({ body: written })} />
      </FormModal>
    </Page>
  );
}
