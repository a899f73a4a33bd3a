/** Times the steps of one piece of work, each by its name, in milliseconds to the tenth. */
export function stopwatch() {
  const steps: Record<string, number> = {};
  let since = performance.now();
  return {
    steps,
    /** What was done since the last step, or since the start, was this one. */
    end(step: string): void {
      const now = performance.now();
      steps[step] = toTenth(now - since);
      since = now;
    },
  };
}

export const millisecondsSince = (start: number): number => toTenth(performance.now() - start);

const toTenth = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
