import { useMemo } from 'react';

/** When these answers came, the same as long as they stay. */
export function useAnswerTime(answers: unknown): number {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other answers came at another time
  return useMemo(() => Date.now(), [answers]);
}
