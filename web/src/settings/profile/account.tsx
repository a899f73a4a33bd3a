import { requestPasswordReset, updateMe, type Me } from '@desk/contract/access';
import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { adoptMe } from '../../api/session.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { i18n, locales } from '../../ui/i18n/i18n.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { SavingButton, SubmitButton } from '../../ui/form/saving-button.tsx';
import { Part } from '../settings-page.tsx';
import { settingsWords } from '../settings-words.ts';
import { profileWords } from './profile-words.ts';

export function AccountPart({ me }: { me: Me }) {
  const t = useWords(profileWords);
  const s = useWords(settingsWords);
  const { name, locale } = me;
  const form = useForm({ initialValues: { name, locale } });
  const sent = useRef({ name, locale });
  const save = useSave(updateMe, {
    refresh: ['listMembers'],
    saved: (reply) => {
      // Words that were typed meanwhile stay, as unsaved ones.
      form.resetDirty(sent.current);
      // The session then uses the new language, and the header shows the new name.
      adoptMe(reply);
    },
    done: () => s('saved'),
    shows: (error) => bindProblem(error, form),
  });
  const changed = {
    ...(form.values.name === name ? {} : { name: form.values.name }),
    ...(form.values.locale === locale ? {} : { locale: form.values.locale }),
  };
  const dirty = form.isDirty() && Object.keys(changed).length > 0;
  useUnsavedGuard(dirty);
  useEffect(() => {
    // The account may be read again at any time: that replaces nobody's words.
    if (form.isDirty()) return;
    form.setValues({ name, locale });
    form.resetDirty({ name, locale });
  }, [name, locale]);
  const submit = form.onSubmit((values) => {
    sent.current = values;
    save.mutate({ body: changed });
  });
  return (
    <Part title={t('account')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('name')}
            required
            maxLength={120}
            autoComplete="name"
            maw={420}
            {...form.getInputProps('name')}
          />
          <div>
            <TextInput
              label={t('email')}
              description={t(me.email_verified ? 'emailVerified' : 'emailUnverified')}
              value={me.email}
              readOnly
              maw={420}
            />
            {!me.email_verified && <Confirmation email={me.email} />}
          </div>
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

/** An address is confirmed by the link that sets a password: who opens an account gets no mail of its own. */
function Confirmation({ email }: { email: string }) {
  const t = useWords(profileWords);
  const send = useSave(requestPasswordReset);
  return (
    <Group gap="sm" mt="xs">
      <SavingButton
        size="compact-sm"
        variant="default"
        loading={send.isPending}
        onClick={() => send.mutate({ body: { email } })}
      >
        {t('sendLink')}
      </SavingButton>
      <Text size="sm" role="status">
        {send.isSuccess && t('linkSent', { email })}
      </Text>
    </Group>
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
