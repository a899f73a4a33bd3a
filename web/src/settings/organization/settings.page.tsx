import { listMembers } from '@desk/contract/members';
import { readSettings } from '@desk/contract/settings';
import { Alert } from '@mantine/core';
import { Suspense } from 'react';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { listOf } from '../../ui/i18n/format.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useMay } from '../../ui/states/forbidden.tsx';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { AutoRespondPart } from './auto-respond.tsx';
import { OrganizationPart } from './organization-name.tsx';
import { organizationWords } from './organization-words.ts';

// Show the switch and the name first; the form is most of the page's weight.
const SettingsForm = lazyPart(async () => (await import('./settings-form.tsx')).SettingsForm);

const LeavingParts = lazyPart(async () => (await import('../leaving/leaving-parts.tsx')).LeavingParts);

export function SettingsPage() {
  const t = useWords(organizationWords);
  const isAdmin = useMay('org_admin');
  const settings = useLoaded(readSettings, {}, { live: ['settings.updated'] });
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')}>
      <ReadOnlyReason />
      <Loaded query={settings} skeleton={<SkeletonLines lines={30} />}>
        {(data) => (
          <>
            <AutoRespondPart settings={data} />
            <OrganizationPart />
            {/* Together: what is below the form must not be pushed down by it. */}
            <Suspense fallback={<SkeletonLines lines={30} />}>
              <SettingsForm settings={data} />
              {isAdmin && <LeavingParts />}
            </Suspense>
          </>
        )}
      </Loaded>
    </SettingsPageFrame>
  );
}

/** For people with read access: the reason, and who can change settings. */
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
