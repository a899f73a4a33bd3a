import { readFileSync } from 'node:fs';
import type { Desk } from '../../platform/desk.ts';
import { invalid } from '../../platform/http/errors.ts';
import { readWords, weaknessOf } from './password-strength.logic.ts';

const common = readWords(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8'));

/** Throws 422 `password_too_weak`. `about` contains what an attacker knows about the person: address, name, organization. */
export function refuseWeak(desk: Desk, password: string, { path, about }: { path: string; about: string[] }): void {
  const rules = { minLength: desk.config.PASSWORD_MIN_LENGTH, common, about };
  const weakness = weaknessOf(password.normalize('NFC'), rules);
  if (weakness) throw invalid(path, weakness, 'password_too_weak');
}
