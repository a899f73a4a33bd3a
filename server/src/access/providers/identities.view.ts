import type { Identity } from '@desk/contract/identity-providers';
import type { IdentityProvider } from '../../platform/config/identity-providers.logic.ts';

interface IdentityRow {
  id: string;
  issuer: string;
  provider: string;
  created_at: Date;
}

export function viewIdentity(providers: readonly IdentityProvider[], row: IdentityRow): Identity {
  const provider = providers.find(({ id }) => id === row.provider);
  return {
    id: row.id,
    issuer: row.issuer,
    provider: provider ? viewProvider(provider) : null,
    created_at: row.created_at.toISOString(),
  };
}

export const viewProvider = ({ id, name }: IdentityProvider) => ({ id, name });
