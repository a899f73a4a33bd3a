import { readOrganization } from '@desk/contract/access';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { momentTime } from '../ui/i18n/format.ts';
import { useWords, words } from '../ui/i18n/words.ts';

const en = {
  doomed: 'This organization will be deleted on {at}.',
  keep: 'Keep it',
};
const de: typeof en = {
  doomed: 'Diese Organisation wird am {at} gelöscht.',
  keep: 'Behalten',
};
const bannerWords = words('deletion-banner', { en, de });

// Another admin may ask for it, or take it back, at any time.
const pollMilliseconds = 300_000;

/** Tells organization admins on every page when the organization will be deleted. */
export function DeletionBanner() {
  const t = useWords(bannerWords);
  const { data } = useLoaded(readOrganization, {}, { every: pollMilliseconds });
  if (!data?.deletion_at) return null;
  return (
    <div className="shell-banner" role="status">
      {t('doomed', { at: momentTime(data.deletion_at) })}
      <Link to="/settings">{t('keep')}</Link>
    </div>
  );
}
