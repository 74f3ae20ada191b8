import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Whether a media query holds at this moment; paper takes what the screen showed, as printing waits for no new drawing. */
export function useMedia(query: string): boolean {
  const onScreen = useRef<boolean | null>(null);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => {
      if (onScreen.current === null || !matchMedia('print').matches) onScreen.current = matchMedia(query).matches;
      return onScreen.current;
    },
    () => false,
  );
}
