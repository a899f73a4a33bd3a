import { logout } from '@desk/contract/access';
import { call } from '../api/call.ts';
import { endSession, finish } from '../api/session.ts';

/** Ends the session here and on the server. If the server cannot be reached, the session here ends all the same. */
export async function signOut(): Promise<void> {
  await finish();
  await call(logout, {}).catch(() => null);
  endSession('signed_out');
}
