import { updateDestination, type Destination } from '@desk/contract/routing';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { routingWords } from '../words/routing-words.ts';

/** The internal queue always accepts: an organization may only give it a name, in its own language. */
export function QueueName({ queue, onDone }: { queue: Destination; onDone: () => void }) {
  const t = useWords(routingWords);
  const form = useForm({ initialValues: { name: queue.name } });
  const update = useSave(updateDestination, {
    refresh: ['listDestinations'],
    done: t('saved'),
    saved: onDone,
    discarded: onDone,
    shows: (error) => bindProblem(error, form),
    fields: { name: { name: t('name'), shown: asText } },
  });
  const submit = form.onSubmit((body) => update.mutate({ params: { id: queue.id }, body, ifMatch: queue.version }));
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('name')}
          description={t('queueNameHint')}
          required
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DialogFoot>
          <SubmitButton loading={update.isPending}>{t('save')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
