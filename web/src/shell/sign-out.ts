import { logout } from '@desk/contract/access';
import { call } from '../api/call.ts';
import { endSession } from '../api/session.ts';

/** Ends the session here and on the server; a server that cannot be reached keeps nobody signed in here. */
export async function signOut(): Promise<void> {
  await call(logout, {}).catch(() => null);
  endSession('signed_out');
}
