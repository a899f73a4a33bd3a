import type { Stage } from '../story/stage.ts';
import type { Caller } from '../world.ts';

/** How to call a route so that it succeeds, and the audit entry that it leaves. */
export interface Recipe {
  action: string;
  /** Creates everything that the call needs, and returns the request. */
  call(stage: Stage): Promise<Request>;
  /** Set if repeating the request changes nothing, and so writes no entry. */
  again?: 'writes nothing';
}

export interface Request {
  as: Caller;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The organization that gets the entry; the caller's by default. */
  in?: { organizationId: string };
}

/** Must never occur in an entry: secrets, and words of customers and colleagues. */
export const secret = 'canary-secret-3f9a';
export const words = 'canary-words-77d0';

let made = 0;
export const unique = (what: string): string => `${what} ${(made += 1)}`;

export function crud(
  path: string,
  thing: { subject: string; create(): object; change: object },
): Record<string, Recipe> {
  const { subject } = thing;
  const made = async ({ world }: Stage) => `${path}/${(await world.ada.posts(path, thing.create())).id}`;
  return {
    [`POST ${path}`]: {
      action: `${subject}.created`,
      call: async ({ world }) => ({ as: world.ada, path, body: thing.create() }),
    },
    [`PATCH ${path}/:id`]: {
      action: `${subject}.updated`,
      call: async (stage) => ({ as: stage.world.ada, path: await made(stage), body: thing.change }),
      again: 'writes nothing',
    },
    [`DELETE ${path}/:id`]: {
      action: `${subject}.deleted`,
      call: async (stage) => ({ as: stage.world.ada, path: await made(stage) }),
    },
  };
}
