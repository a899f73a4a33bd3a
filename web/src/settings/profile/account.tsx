import { updateMe, type Me } from '@desk/contract/access';
import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { adoptMe } from '../../api/session.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { i18n, locales } from '../../ui/i18n/i18n.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { Part } from '../settings-page.tsx';
import { settingsWords } from '../settings-words.ts';
import { profileWords } from './profile-words.ts';

export function AccountPart({ me }: { me: Me }) {
  const t = useWords(profileWords);
  const s = useWords(settingsWords);
  const { name, locale } = me;
  const form = useForm({ initialValues: { name, locale } });
  const save = useSave(updateMe, {
    refresh: ['listMembers'],
    // The session then uses the new language, and the header shows the new name.
    saved: adoptMe,
    done: () => s('saved'),
    shows: (error) => bindProblem(error, form),
  });
  const changed = {
    ...(form.values.name === name ? {} : { name: form.values.name }),
    ...(form.values.locale === locale ? {} : { locale: form.values.locale }),
  };
  const dirty = Object.keys(changed).length > 0;
  useUnsavedGuard(dirty);
  useEffect(() => form.setValues({ name, locale }), [name, locale]);
  return (
    <Part title={t('account')}>
      <form onSubmit={form.onSubmit(() => save.mutate({ body: changed }))}>
        <Stack>
          <TextInput
            label={t('name')}
            required
            maxLength={120}
            autoComplete="name"
            maw={420}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('email')}
            description={t(me.email_verified ? 'emailVerified' : 'emailUnverified')}
            value={me.email}
            readOnly
            maw={420}
          />
          <LanguageSelect locale={locale} field={form.getInputProps('locale')} />
          <Group>
            <SubmitButton disabled={!dirty} loading={save.isPending}>
              {s('save')}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

function LanguageSelect({ locale, field }: { locale: string; field: object }) {
  const t = useWords(profileWords);
  const nameOf = (tag: string, shownIn = tag) => new Intl.DisplayNames([shownIn], { type: 'language' }).of(tag) ?? tag;
  const supported: readonly string[] = locales;
  const options = supported.map((value) => ({ value, label: nameOf(value) }));
  // The account may have a language that the client does not support: keep it unless another one is chosen.
  if (!supported.includes(locale)) {
    options.push({ value: locale, label: t('languageOther', { language: nameOf(locale, i18n.locale) }) });
  }
  return (
    <Select
      label={t('language')}
      description={t('languageHint')}
      data={options}
      allowDeselect={false}
      maw={420}
      {...field}
    />
  );
}
