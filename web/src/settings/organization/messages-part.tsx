import { MultiSelect, Select, Stack } from '@mantine/core';
import { languageName } from '../../ui/i18n/format.ts';
import { i18n } from '../../ui/i18n/i18n.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Part } from '../settings-page.tsx';
import { useDraft } from './draft-form.ts';
import { LongTextField, NumberField, SwitchField, TextField } from './fields.tsx';
import { organizationWords } from './organization-words.ts';

const common = (
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv ' +
  'ta th tr uk ur vi zh'
).split(' ');

function languageOptions(stored: readonly string[]) {
  const tags = [...new Set([...common, ...stored])];
  return tags
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, i18n.locale));
}

export function LanguagesPart() {
  const t = useWords(organizationWords);
  const form = useDraft();
  const { default_language: first, allowed_languages: allowed } = form.values;
  const options = languageOptions([first, ...allowed]);
  return (
    <Part title={t('languages')} hint={t(allowed.length === 0 ? 'languagesAny' : 'languagesSome')}>
      <Stack>
        <Select
          label={t('defaultLanguage')}
          description={t('defaultLanguageHint')}
          data={options}
          searchable
          allowDeselect={false}
          maw={420}
          {...form.getInputProps('default_language')}
        />
        <MultiSelect
          label={t('allowedLanguages')}
          placeholder={allowed.length === 0 ? t('anyLanguage') : ''}
          data={options}
          searchable
          clearable
          maxValues={50}
          {...form.getInputProps('allowed_languages')}
        />
      </Stack>
    </Part>
  );
}

/** Texts that customers read: the name of the sender, and the desk's standing sentences. */
export function MessagesPart() {
  const t = useWords(organizationWords);
  const { disclosure, handover_message: handover, out_of_hours_message: away } = useDraft().values;
  return (
    <Part title={t('messages')} hint={t('messagesHint')}>
      <Stack>
        <TextField path="persona.name" label={t('personaName')} hint={t('personaNameHint')} maxLength={80} />
        <LongTextField path="persona.signature" label={t('signature')} hint={t('signatureHint')} maxLength={500} />
        <SwitchField
          path="disclosure.enabled"
          label={t('disclosure')}
          hint={t(disclosure.enabled ? 'disclosureOn' : 'disclosureOff')}
        />
        {disclosure.enabled && <LongTextField path="disclosure.text" label={t('disclosureText')} />}
        <LongTextField
          path="handover_message"
          label={t('handover')}
          hint={t(handover ? 'handoverHint' : 'handoverEmpty')}
        />
        <LongTextField
          path="out_of_hours_message"
          label={t('outOfHours')}
          hint={t(away ? 'outOfHoursHint' : 'outOfHoursEmpty')}
        />
      </Stack>
    </Part>
  );
}

export function CitationsPart() {
  const t = useWords(organizationWords);
  const { show_to_customer: shown } = useDraft().values.citations;
  return (
    <Part title={t('citations')}>
      <Stack>
        <SwitchField
          path="citations.show_to_customer"
          label={t('citationsShow')}
          hint={t(shown ? 'citationsOn' : 'citationsOff')}
        />
        {shown && <NumberField path="citations.max" label={t('citationsMax')} min={0} max={10} />}
      </Stack>
    </Part>
  );
}
