import { useLayoutEffect } from 'react';

/** Stands where a field is about to be, and keeps what is typed until its code is there. */
export function TypedAhead({ onText }: { onText: (change: (text: string) => string) => void }): null {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') onText((text) => text.slice(0, -1));
      else if ([...event.key].length === 1) onText((text) => text + event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onText]);
  return null;
}
