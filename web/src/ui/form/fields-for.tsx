import type { Role } from '@desk/contract/access';
import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { ForbiddenWords, useMay } from '../states/forbidden.tsx';

interface FieldsProps {
  role: Role;
  children: ReactNode;
}

/** The fields of a form that only certain roles send. Without the role they stand disabled below the reason. */
export function FieldsFor(fields: FieldsProps) {
  const may = useMay(fields.role);
  if (may) return <Fields {...fields} />;
  return (
    <Stack>
      <ReadOnlyReason role={fields.role} />
      <Fields {...fields} />
    </Stack>
  );
}

/** The reason alone, for a page that disables its fields itself. */
export function ReadOnlyReason({ role }: Pick<FieldsProps, 'role'>) {
  const t = useWords(kitWords);
  if (useMay(role)) return null;
  return (
    <Alert color="gray" role="status" py="xs">
      {t('readOnly')} <ForbiddenWords requiredRole={role} />
    </Alert>
  );
}

/** The fields alone, where a page gives the reason. */
export const Fields = ({ role, children }: FieldsProps) => (
  <fieldset className="plain-fields" disabled={!useMay(role)}>
    {children}
  </fieldset>
);
