import { useEffect, useState } from 'react';

/** True once `on` has been true for this time, so that something short does not flash. */
export function useLate(on: boolean, milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, milliseconds]);
  return on && late;
}
