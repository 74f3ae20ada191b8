import { createContext, type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { forgetPicture, keepPicture } from './chart-pictures.ts';

/** Whether a picture is taken: rows are drawn that nobody asked to see, and nothing may be loaded for them. */
export const TakingPicture = createContext(false);

/** Lets pictures be made of a chart of words and cells. True while one is taken: draw the rows out of sight too. */
export function useWordsPicture(host: RefObject<HTMLElement | null>): boolean {
  const [isWhole, setIsWhole] = useState(false);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const whole = <T>(look: () => T): T => {
      flushSync(() => setIsWhole(true));
      try {
        return look();
      } finally {
        flushSync(() => setIsWhole(false));
      }
    };
    keepPicture(element, { kind: 'words', whole });
    return () => forgetPicture(element);
  }, [host]);
  return isWhole;
}
