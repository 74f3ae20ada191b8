import { useState } from 'react';
import { keep, readKept } from '../../shell/index.ts';

/** A choice among texts that the browser keeps. */
export function useKeptChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(
    () => choices.find((candidate) => candidate === readKept(key)) ?? fallback,
  );
  const choose = (next: Choice) => {
    setChoice(next);
    keep(key, next);
  };
  return [choice, choose];
}
