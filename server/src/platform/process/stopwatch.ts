/** Times the named steps of one piece of work, in milliseconds rounded to tenths. */
export function stopwatch() {
  const steps: Record<string, number> = {};
  let since = performance.now();
  return {
    steps,
    /** Ends this step, which began at the end of the last one or at the start. */
    end(step: string): void {
      const now = performance.now();
      steps[step] = toTenth(now - since);
      since = now;
    },
  };
}

export const millisecondsSince = (start: number): number => toTenth(performance.now() - start);

const toTenth = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
