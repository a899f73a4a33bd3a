/** The result of one check of the installation. Only `fail` makes the doctor's exit code 1. */
export interface CheckResult {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  detail: string;
  /** The advice for the operator. */
  remedy?: string;
}

export const ok = (check: string, detail: string): CheckResult => ({ check, state: 'ok', detail });
export const warn = (check: string, detail: string, remedy: string): CheckResult => ({
  check,
  state: 'warn',
  detail,
  remedy,
});
export const fail = (check: string, detail: string, remedy: string): CheckResult => ({
  check,
  state: 'fail',
  detail,
  remedy,
});
