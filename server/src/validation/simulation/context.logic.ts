import type { CaseContext } from '@desk/contract/suite';

/** The context as it is stored: a time of another zone in UTC, like every time that the API returns. A time in UTC stays as it was written. */
export const storedContext = (context: CaseContext): CaseContext =>
  context.as_of && !context.as_of.endsWith('Z')
    ? { ...context, as_of: new Date(context.as_of).toISOString() }
    : context;
