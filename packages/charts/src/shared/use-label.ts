import { useMemo } from 'react';
import { useIdle } from './use-idle.ts';

/** A picture's name, and once the page has nothing else to do what it says above all. */
export function useLabel(name: string, statement: (() => string) | undefined): string {
  const idle = useIdle(statement);
  return useMemo(() => [name, idle?.()].filter(Boolean).join('. '), [name, idle]);
}
