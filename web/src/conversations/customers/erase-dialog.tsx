import { eraseCustomer, type Customer } from '@desk/contract/customers';
import { Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Dialog } from '../../ui/show/dialog.tsx';
import { customerWords } from './customers-words.ts';

interface EraseProps {
  customer: Customer;
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the name, so that nobody erases a person by a slip. */
export function EraseDialog({ opened, onClose, ...erased }: EraseProps) {
  const t = useWords(customerWords);
  const title = t('eraseTitle', { name: erased.name });
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <EraseForm {...erased} onDone={onClose} />
    </Dialog>
  );
}

function EraseForm({ customer, name, onDone }: Omit<EraseProps, 'opened' | 'onClose'> & { onDone: () => void }) {
  const t = useWords(customerWords);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const erase = useSave(eraseCustomer, {
    refresh: ['listCustomers', 'listErasures', 'listConversations'],
    done: t('erasing'),
    saved: () => {
      onDone();
      void navigate({ to: '/customers' });
    },
    discarded: onDone,
  });
  const isConfirmed = asShown(typed) === asShown(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) erase.mutate({ params: { id: customer.id }, ifMatch: customer.version });
      }}
    >
      <Stack>
        <Text size="sm">{t('eraseText')}</Text>
        <TextInput
          data-autofocus
          autoComplete="off"
          label={t('eraseType', { name })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogFoot>
          <SubmitButton color="red" disabled={!isConfirmed} loading={erase.isPending}>
            {t('eraseSure')}
          </SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** The browser shows spaces in a row as one. */
const asShown = (name: string) => name.trim().replaceAll(/\s+/g, ' ');
