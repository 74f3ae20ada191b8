import { useEffect, useState } from 'react';

/** Whether something has been going on for a while; short work must not make the page flicker. */
export function useLate(isOn: boolean, delayMs: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setIsLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isOn, delayMs]);
  return isOn && isLate;
}
