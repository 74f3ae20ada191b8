import { useEffect, useState } from 'react';

const settlingMs = 300;

/** A text that is being typed, once the typing rests. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
