import { listMembers } from '@desk/contract/members';
import { readSettings, type Settings } from '@desk/contract/settings';
import { Alert } from '@mantine/core';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { listOf } from '../../ui/i18n/format.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useMay } from '../../ui/states/forbidden.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { AutoRespondPart } from './auto-respond.tsx';
import { ConversationsPart, PublishGatePart, RetentionPart } from './desk-part.tsx';
import { DraftProvider, useEditing } from './draft-form.ts';
import { HolidaysPart } from './holidays-part.tsx';
import { CitationsPart, LanguagesPart, MessagesPart } from './messages-part.tsx';
import { OrganizationPart } from './organization-name.tsx';
import { organizationWords } from './organization-words.ts';
import { ConfidencePart, ReplyModePart } from './replies-part.tsx';
import { SaveBar } from './save-bar.tsx';
import { HoursPart } from './time-part.tsx';

export function SettingsPage() {
  const t = useWords(organizationWords);
  const settings = useLoaded(readSettings, {}, { live: ['settings.updated'] });
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')}>
      <ReadOnlyReason />
      <Loaded query={settings} skeleton={<SkeletonLines lines={12} />}>
        {(data) => (
          <>
            <AutoRespondPart settings={data} />
            <OrganizationPart />
            <SettingsForm settings={data} />
          </>
        )}
      </Loaded>
    </SettingsPageFrame>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const may = useMay('org_admin');
  const { form, ...editing } = useEditing(settings);
  useUnsavedGuard(editing.mine.length > 0);
  return (
    <DraftProvider form={form}>
      <fieldset className="settings-fields" disabled={!may}>
        <ReplyModePart />
        <ConfidencePart />
        <LanguagesPart />
        <HoursPart />
        <HolidaysPart />
        <MessagesPart />
        <CitationsPart />
        <ConversationsPart />
        <RetentionPart />
        <PublishGatePart />
      </fieldset>
      <SaveBar {...editing} />
    </DraftProvider>
  );
}

/** For people who may look and not change: why, and who can. */
function ReadOnlyReason() {
  const t = useWords(organizationWords);
  const k = useWords(kitWords);
  const may = useMay('org_admin');
  const members = useLoaded(listMembers, {}, { enabled: !may });
  if (may) return null;
  const admins = members.data?.items.filter(({ role }) => role === 'org_admin').map(({ user }) => user.name) ?? [];
  return (
    <Alert color="gray" mb="lg" role="status">
      {t('readOnly')} {admins.length > 0 && k('forbiddenAdmins', { count: admins.length, names: listOf(admins) })}
    </Alert>
  );
}
