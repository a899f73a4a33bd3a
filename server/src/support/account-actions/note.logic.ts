import type { ActionResult } from '@desk/contract/account-actions';

type Told = Pick<ActionResult, 'ok' | 'status' | 'output' | 'error'>;

const longest = 200;

/** What colleagues read in the thread about an action that somebody has approved. */
export function noteOf({ template, connector }: { template: string; connector: string }, result: Told): string {
  const name = `“${template}” in ${connector}`;
  if (!result.ok) {
    const { message, remedy } = result.error ?? { message: 'It failed.', remedy: '' };
    return `Approved ${name}, and it did not go well. ${message} ${remedy}`.trim();
  }
  const lines = Object.entries(result.output ?? {}).flatMap(([output, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [`${output}: ${String(value).replaceAll(/\s+/g, ' ').slice(0, longest)}`] : [];
  });
  return [`Approved ${name}. It was done (answer ${result.status}).`, ...lines].join('\n');
}
