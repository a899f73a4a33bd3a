import type { CaseContext } from '@desk/contract/suite';

/** The context as it is stored: a time of another zone in UTC, like all times of the API. One in UTC stays as it was written. */
export const storedContext = (context: CaseContext): CaseContext =>
  context.as_of && !context.as_of.endsWith('Z')
    ? { ...context, as_of: new Date(context.as_of).toISOString() }
    : context;
