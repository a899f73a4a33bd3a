/**
 * The faults that a test can plan for a fake vendor.
 * `answer` refuses without acting; `act-then-answer` acts and still reports an error; `drop-answer` acts, then cuts the
 * connection before the first byte of the answer (the caller cannot know); `reset` cuts it before acting; `hang` neither answers
 * nor acts; `delay` acts correctly, but late, and `hold` not before the test lets it.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: 'act-then-answer'; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'hold'; until: Promise<unknown> }
  | { kind: 'drop-answer' }
  | { kind: 'reset' }
  | { kind: 'hang' };

/** The calls that a fault affects: those of the route `on`, such as `POST /conversations/:id/reply`, or any. `times` defaults to 1. */
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
