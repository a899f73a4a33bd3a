declare module '../../platform/database/database.ts' {
  interface Tables {
    user_identity: UserIdentityTable;
    oauth_login: OauthLoginTable;
  }
}

interface UserIdentityTable {
  id: string;
  user_id: string;
  issuer: string;
  subject: string;
  provider: string;
  created_at: Date;
}

interface OauthLoginTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
  nonce: string;
  code_verifier_sealed: string;
  redirect_uri: string;
  session_id: string | null;
  expires_at: Date;
}

export {};
