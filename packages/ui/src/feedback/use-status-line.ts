import { useLayoutEffect } from 'react';

/** The page has a status line at its foot as long as the caller stands: toasts keep clear of it. */
export function useStatusLine(): void {
  useLayoutEffect(() => {
    const { dataset } = document.body;
    dataset.statusLine = '';
    return () => {
      delete dataset.statusLine;
    };
  }, []);
}
