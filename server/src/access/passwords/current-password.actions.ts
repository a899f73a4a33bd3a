import type { Desk } from '../../platform/desk.ts';
import { invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { verifyPassword } from './passwords.ts';
import { clearFailures, countAttempt } from './throttle.actions.ts';

/** Checks the password of a signed-in person. Throws 422 at `current_password`, 429 after too many wrong guesses. */
export async function proveCurrentPassword(
  desk: Desk,
  { email, hash, ip }: { email: string; hash: string; ip: string },
  current: string,
): Promise<void> {
  const attempt = await countAttempt(desk, 'login', email, ip);
  const verdict = await verifyPassword(desk, hash, current);
  if (verdict === 'wrong') throw invalid('/current_password', sentence`is not the current password`);
  await clearFailures(desk, attempt);
}
