import type { AccountAction, ActionInput, RunAction } from '@desk/contract/account-actions';
import type { MaskedRequest } from '@desk/contract/templates';

/** The initial text of the fields that a person may fill in. */
export const enteredFirst = (inputs: readonly ActionInput[]): Record<string, string> =>
  Object.fromEntries(inputs.filter(({ fixed }) => !fixed).map(({ name, value }) => [name, String(value ?? '')]));

/** The values to send: an empty field sends null, not an empty text. */
export const sentOf = (entered: Readonly<Record<string, string>>): NonNullable<RunAction['inputs']> =>
  Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, value.trim() === '' ? null : value.trim()]));

export type Complaint = 'neededHere' | 'noNumber' | 'noWholeNumber';

/** Validates a field before a request is made. */
export function complaintAbout({ type, required }: ActionInput, entered: string): Complaint | null {
  const value = entered.trim();
  if (value === '') return required ? 'neededHere' : null;
  if (type === 'number') return Number.isFinite(Number(value)) ? null : 'noNumber';
  if (type === 'integer') return Number.isSafeInteger(Number(value)) ? null : 'noWholeNumber';
  return null;
}

/** The request as it is sent, with its secrets already masked. */
export function requestText({ method, url, headers, body }: MaskedRequest): string {
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return [...head, ...(body === null || body === undefined ? [] : ['', JSON.stringify(body, null, 2)])].join('\n');
}

/** Outputs by name; a value that is not text is shown as JSON. */
export const outputLines = (output: Readonly<Record<string, unknown>> | null): { name: string; value: string }[] =>
  Object.entries(output ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));

export const labelOf = ({ name, connector }: Pick<AccountAction, 'name' | 'connector'>): string =>
  `${name} · ${connector.name}`;

/** Failures after which the write may have happened all the same. */
const uncertainFailures: ReadonlySet<string> = new Set([
  'timeout',
  'broken_answer',
  'too_large',
  'server_error',
  'not_json',
]);
export const mayHaveHappened = (code: string): boolean => uncertainFailures.has(code);
