import { useState } from 'react';

/** A choice among texts that the browser keeps. */
export function useKeptChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => {
    try {
      const kept = localStorage.getItem(key);
      return choices.find((candidate) => candidate === kept) ?? fallback;
    } catch {
      return fallback;
    }
  });
  const choose = (next: Choice) => {
    setChoice(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Without storage the choice lasts for this visit.
    }
  };
  return [choice, choose];
}
