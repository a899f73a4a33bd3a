import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useWords } from '../ui/i18n/words.ts';
import { authKinds, type AuthKind, type AuthValues } from './auth.logic.ts';
import { connectorWords } from './words/connector-words.ts';

interface AuthFieldsProps {
  values: AuthValues;
  onChange: (changes: Partial<AuthValues>) => void;
  /** The error of the field with this name. */
  errorOf: (name: string) => string | undefined;
}

const textsOf = {
  none: [],
  bearer: [],
  basic: [],
  api_key: [['name', 'keyName']],
  oauth2_client_credentials: [
    ['token_url', 'tokenUrl'],
    ['scope', 'scope'],
    ['audience', 'audience'],
  ],
  hmac: [
    ['header', 'hmacHeader'],
    ['timestamp_header', 'hmacTimestamp'],
    ['key_id_header', 'hmacKeyId'],
    ['prefix', 'hmacPrefix'],
  ],
} as const satisfies Record<AuthKind, readonly (readonly [keyof AuthValues, string])[]>;

const required: ReadonlySet<string> = new Set(['name', 'token_url', 'header', 'timestamp_header']);

/** The way in which we authenticate to the service, with the fields that this way needs. */
export function AuthFields({ values, onChange, errorOf }: AuthFieldsProps) {
  const t = useWords(connectorWords);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('auth')}
        value={values.kind}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as AuthKind })}
        data={authKinds.map((kind) => ({ value: kind, label: t(`auth_${kind}`) }))}
      />
      {values.kind === 'api_key' && (
        <NativeSelect
          label={t('keyIn')}
          value={values.in}
          onChange={({ currentTarget }) => onChange({ in: currentTarget.value as AuthValues['in'] })}
          data={[
            { value: 'header', label: t('keyInHeader') },
            { value: 'query', label: t('keyInQuery') },
          ]}
        />
      )}
      {textsOf[values.kind].map(([name, word]) => (
        <TextInput
          key={name}
          label={t(word)}
          value={values[name]}
          error={errorOf(name)}
          required={required.has(name)}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      ))}
    </Stack>
  );
}
