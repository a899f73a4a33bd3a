import { priorities } from '@desk/contract/conversations';
import { outcomes } from '@desk/contract/decisions';
import { listCollections } from '@desk/contract/knowledge';
import { listTags } from '@desk/contract/routing';
import type { Then } from '@desk/contract/rules';
import { Fieldset, MultiSelect, NumberInput, Select, Stack, Switch, Textarea } from '@mantine/core';
import { Suspense } from 'react';
import { useWholeList } from '../ui/data/use-loaded.ts';
import { useWords } from '../ui/i18n/words.ts';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import { DestinationSelect } from './destination-select.tsx';
import { routingWords } from './words/routing-words.ts';

const LookupField = lazyPart(async () => (await import('./conditions/lookup-field.tsx')).LookupField);

interface EffectsProps {
  then: Then;
  errors: Readonly<Record<string, unknown>>;
  onChange: (then: Then) => void;
}

/** The effects of a rule. An effect that is left empty is not part of the rule. */
export function Effects({ then, errors, onChange }: EffectsProps) {
  const t = useWords(routingWords);
  const tags = useWholeList(listTags, { query: { limit: 200 } });
  const collections = useWholeList(listCollections, { query: { limit: 200 } });
  const set = (change: { [K in keyof Then]?: Then[K] | undefined }) => onChange(withoutGaps({ ...then, ...change }));
  const options = (rows: readonly { id: string; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const hasMessage = then.decision === 'escalate' || then.decision === 'clarify';
  return (
    <Fieldset legend={t('then')}>
      <Stack>
        <Select
          label={t('decision')}
          placeholder={t('decision_none')}
          data={outcomes.map((outcome) => ({ value: outcome, label: t(`decision_${outcome}`) }))}
          value={then.decision ?? null}
          onChange={(decision) => set({ decision: outcomes.find((each) => each === decision) })}
          error={errors['then.decision'] as string | undefined}
          clearable
        />
        <DestinationSelect
          label={t('destination')}
          value={then.destination_id ?? null}
          onChange={(id) => set({ destination_id: id ?? undefined })}
        />
        {hasMessage && (
          <Textarea
            label={t('message')}
            autosize
            minRows={2}
            value={then.message ?? ''}
            onChange={({ currentTarget }) => set({ message: currentTarget.value || undefined })}
          />
        )}
        <MultiSelect
          label={t('addTags')}
          data={options(tags.data)}
          value={then.add_tag_ids ?? []}
          onChange={(ids) => set({ add_tag_ids: ids.length > 0 ? ids : undefined })}
          searchable
        />
        <Select
          label={t('priority')}
          data={priorities.map((priority) => ({ value: priority, label: t(`priority_${priority}`) }))}
          value={then.priority ?? null}
          onChange={(priority) => set({ priority: priorities.find((each) => each === priority) })}
          clearable
        />
        <MultiSelect
          label={t('collections')}
          description={t('collectionsHint')}
          data={options(collections.data)}
          value={then.collection_ids ?? []}
          onChange={(ids) => set({ collection_ids: ids.length > 0 ? ids : undefined })}
          searchable
        />
        <Lookups ids={then.lookup_template_ids} onChange={(ids) => set({ lookup_template_ids: ids })} />
        <NumberInput
          label={t('threshold')}
          description={t('thresholdHint')}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          value={then.answer_threshold ?? ''}
          onChange={(value) => set({ answer_threshold: value === '' ? undefined : Number(value) })}
          maw={320}
        />
        <Switch
          label={t('requireVerified')}
          checked={then.require_verified ?? false}
          onChange={({ currentTarget }) => set({ require_verified: currentTarget.checked || undefined })}
        />
      </Stack>
    </Fieldset>
  );
}

function Lookups({ ids = [], onChange }: { ids: string[] | undefined; onChange: (ids: string[] | undefined) => void }) {
  return (
    <Suspense>
      <LookupField ids={ids} onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)} />
    </Suspense>
  );
}

const withoutGaps = (then: { [K in keyof Then]?: Then[K] | undefined }): Then =>
  Object.fromEntries(Object.entries(then).filter(([, value]) => value !== undefined));
