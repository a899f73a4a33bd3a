import type { Role } from '@desk/contract/access';
import { listWorkspaces } from '@desk/contract/workspaces';
import { Radio, Select, Stack } from '@mantine/core';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useStanding } from '../../ui/data/use-standing.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { peopleWords } from './people-words.ts';
import { givenRoles } from './people.logic.ts';

export interface Place {
  role: Role;
  workspace_id: string | null;
}

interface RoleFieldsProps {
  place: Place;
  error?: string | undefined;
  onChange: (place: Place) => void;
}

/** A role and its workspace. An organization admin belongs to every workspace; a workspace admin manages only the own one. */
export function RoleFields({ place, error, onChange }: RoleFieldsProps) {
  const t = useWords(peopleWords);
  const k = useWords(kitWords);
  const standing = useStanding();
  const own = standing.kind === 'in' ? standing.membership : null;
  const anywhere = own?.role === 'org_admin';
  const workspaces = useLoaded(listWorkspaces, { query: { limit: 200 } }, { enabled: anywhere });
  return (
    <>
      <Radio.Group label={t('role')} value={place.role} onChange={(role) => onChange({ ...place, role: role as Role })}>
        <Stack gap="xs" mt="xs">
          {givenRoles(own).map((role) => (
            <Radio
              key={role}
              value={role}
              label={k(`role_${role}`)}
              description={t(`role_${role}Hint`)}
              data-autofocus={role === place.role || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {anywhere && place.role !== 'org_admin' && (
        <Select
          label={t('workspace')}
          data={(workspaces.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={place.workspace_id ?? workspaces.data?.items.find(({ is_default: first }) => first)?.id ?? null}
          onChange={(id) => onChange({ ...place, workspace_id: id })}
          allowDeselect={false}
          error={error}
        />
      )}
    </>
  );
}

/** The request body: organization admins have no workspace, and without a choice the server takes the default one. */
export const placeBody = ({ role, workspace_id: id }: Place) => ({
  role,
  ...(role === 'org_admin' || id === null ? {} : { workspace_id: id }),
});
