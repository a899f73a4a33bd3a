import { roles, type Role } from '@desk/contract/access';
import { listMembers } from '@desk/contract/members';
import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listOf } from '../i18n/format.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { useOnline } from '../data/online.ts';
import { useLoaded } from '../data/use-loaded.ts';
import { useStanding } from '../data/use-standing.ts';
import { State } from './state.tsx';

const isRole = (text: string | null): text is Role => roles.some((role) => role === text);

/** Replaces a page that the caller's role may not open; names who can help. */
export function ForbiddenState({ requiredRole }: { requiredRole: string | null }) {
  const t = useWords(kitWords);
  return (
    <State icon={<IconLock size={36} stroke={1.5} />} title={t('forbiddenTitle')} role="status">
      {useForbiddenWords(requiredRole)}
    </State>
  );
}

/** The role that is needed, the caller's own one, and who can help. */
export function useForbiddenWords(requiredRole: string | null): string {
  const t = useWords(kitWords);
  const standing = useStanding();
  const role = isRole(requiredRole) ? requiredRole : 'org_admin';
  const membership = standing.kind === 'in' ? standing.membership : null;
  const members = useLoaded(listMembers, {}, { enabled: membership !== null });
  const admins = members.data?.items.filter((each) => each.role === 'org_admin').map(({ user }) => user.name) ?? [];
  const needed =
    membership &&
    t('forbidden', {
      role: t(`role_${role}`),
      own: t(`role_${membership.role}`),
      organization: membership.organization.name,
    });
  const helpers = admins.length > 0 && t('forbiddenAdmins', { count: admins.length, names: listOf(admins) });
  return [needed, helpers].filter(Boolean).join(' ');
}

export const ForbiddenWords = ({ requiredRole }: { requiredRole: string | null }) => useForbiddenWords(requiredRole);

/** True if the caller has `role` or more. */
export function useMay(role: Role): boolean {
  const standing = useStanding();
  const own = standing.kind === 'in' ? standing.membership?.role : undefined;
  return own !== undefined && roles.indexOf(own) >= roles.indexOf(role);
}

/**
 * A control for certain roles. Everybody sees it; without the role or a network it is disabled, with the reason in a tooltip.
 * `<Needs role="org_admin">{(disabled) => <Button disabled={disabled}>…</Button>}</Needs>`
 */
export function Needs({ role, children }: { role: Role; children: (disabled: boolean) => ReactNode }) {
  const t = useWords(kitWords);
  const may = useMay(role);
  const online = useOnline();
  if (may && online) return children(false);
  return (
    <Tooltip label={may ? t('offlineAction') : t('forbiddenAction', { role: t(`role_${role}`) })}>
      <span tabIndex={0}>{children(true)}</span>
    </Tooltip>
  );
}
