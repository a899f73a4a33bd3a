import { ApiError } from './api-error.ts';

/** Code that is imported for an action. If it does not arrive, the action fails as a call without an answer does. */
export const arrived = <T>(code: Promise<T>): Promise<T> =>
  code.catch(() => {
    throw new ApiError({ status: 0 });
  });
