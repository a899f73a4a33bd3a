import { listCustomers, mergeCustomers, type Customer } from '@desk/contract/customers';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Dialog } from '../../ui/show/dialog.tsx';
import { breakable } from '../../ui/theme/breakable.ts';
import { nameOf } from './customer.logic.ts';
import { customerWords } from './customers-words.ts';

interface DialogProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

export function MergeDialog({ customer, opened, onClose }: DialogProps) {
  const t = useWords(customerWords);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('mergeTitle')} size="lg">
      <MergeForm customer={customer} onDone={onClose} />
    </Dialog>
  );
}

function MergeForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const t = useWords(customerWords);
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 250);
  const found = useLoadedList(
    listCustomers,
    { query: { limit: 10, ...(searched ? { q: searched } : {}) } },
    { keep: true },
  );
  const [chosen, choose] = useState<string | null>(null);
  // Only somebody who is among the results shown is merged.
  const other = found.isPlaceholderData ? undefined : found.data?.find(({ id }) => id === chosen);
  const merge = useSave(mergeCustomers, {
    refresh: ['getCustomer', 'listCustomers', 'listConversations'],
    done: t('merged'),
    saved: onDone,
    discarded: onDone,
  });
  const send = () =>
    other && merge.mutate({ params: { id: customer.id }, body: { customer_id: other.id }, ifMatch: customer.version });
  return (
    <Stack>
      <Text size="sm">{t('mergeHint')}</Text>
      <TextInput
        type="search"
        data-autofocus
        label={t('mergeSearch')}
        placeholder={t('search')}
        maxLength={200}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          choose(null);
        }}
      />
      <Loaded query={found}>
        {(rows) => (
          <Candidates
            rows={rows.filter(({ id }) => id !== customer.id)}
            hint={searched && rows.length === 0 ? t('noMatchHint') : ''}
            chosen={chosen}
            onChoose={choose}
          />
        )}
      </Loaded>
      <DialogFoot>
        <SavingButton disabled={!other} loading={merge.isPending} onClick={send}>
          {t('mergeWith')}
        </SavingButton>
      </DialogFoot>
    </Stack>
  );
}

interface CandidatesProps {
  rows: readonly Customer[];
  /** Why there may be none. */
  hint: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}

function Candidates({ rows, hint, chosen, onChoose }: CandidatesProps) {
  const t = useWords(customerWords);
  if (rows.length === 0)
    return (
      <Text size="sm">
        {t('mergeNone')} {hint}
      </Text>
    );
  return (
    <Radio.Group value={chosen} onChange={onChoose} aria-label={t('mergeSearch')}>
      <Stack gap="xs">
        {rows.map((each) => (
          <Radio
            key={each.id}
            value={each.id}
            styles={{ labelWrapper: { minWidth: 0 }, label: breakable, description: breakable }}
            label={<bdi>{nameOf(each) ?? t('unknown')}</bdi>}
            description={[...new Set(each.identities.map(({ channel }) => t(channel)))]
              .concat(each.email ?? [])
              .join(' · ')}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
