import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useWords } from '../ui/i18n/words.ts';
import { credentialsOf, isOpen, type AuthKind } from './auth.logic.ts';
import { connectorWords } from './words/connector-words.ts';

interface CredentialFieldsProps {
  kind: AuthKind;
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
  /** The error of the credential with this name; the first field also shows an error without a name. */
  errorOf: (name: string) => string | undefined;
}

/** A field for each credential of the kind. Saved values are never shown. */
export function CredentialFields({ kind, values, onChange, errorOf }: CredentialFieldsProps) {
  const t = useWords(connectorWords);
  return (
    <Stack gap="sm">
      {credentialsOf(kind).map((name, index) => {
        const field = {
          label: t(`credential_${name}`),
          value: values[name] ?? '',
          error: errorOf(name) ?? (index === 0 ? errorOf('') : undefined),
          autoComplete: 'off',
          onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(name, currentTarget.value),
        };
        return isOpen(name) ? <TextInput key={name} {...field} /> : <PasswordInput key={name} {...field} />;
      })}
    </Stack>
  );
}
