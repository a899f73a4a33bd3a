/**
 * What a test may ask a fake vendor to do wrong.
 * `answer` refuses without acting; `act-then-answer` acts and still reports an error; `drop-answer` acts, then cuts the
 * connection before a byte of the answer (the caller cannot know); `reset` cuts it before acting; `hang` never answers and
 * does not act; `delay` is slow but right.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: 'act-then-answer'; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'drop-answer' }
  | { kind: 'reset' }
  | { kind: 'hang' };

/** Which calls a fault concerns: `POST /conversations/:id/reply` by its route, or any when absent. `times` defaults to 1. */
export type FaultScope = { on?: string; times?: number };

type Planned = { fault: Fault; on: string | undefined; left: number };

export type FaultPlan = {
  add(fault: Fault, scope?: FaultScope): void;
  take(route: string): Fault | undefined;
  clear(): void;
};

/** Faults are used up in the order in which they were added. */
export function faultPlan(): FaultPlan {
  let planned: Planned[] = [];
  return {
    add(fault, scope = {}) {
      planned.push({ fault, on: scope.on, left: scope.times ?? 1 });
    },
    take(route) {
      const next = planned.find((entry) => entry.on === undefined || entry.on === route);
      if (!next) return undefined;
      next.left -= 1;
      if (next.left <= 0) planned = planned.filter((entry) => entry !== next);
      return next.fault;
    },
    clear() {
      planned = [];
    },
  };
}
