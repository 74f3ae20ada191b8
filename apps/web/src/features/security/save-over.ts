import { useState } from 'react';
import { ApiError } from '../../api/index.ts';
import type { Difference } from '../../conflicts/index.ts';

/** Whose version stays: neither for now, theirs, or one's own change on top of theirs. */
export type Choice = 'stay' | 'theirs' | 'overwrite';

/** What is asked when somebody else saved meanwhile. */
export interface OverwriteQuestion {
  /** Who saved. */
  readonly message: string;
  readonly differences: readonly Difference[];
}

interface Versioned {
  readonly last_modified_time: number;
}

export interface SaveOver<Version extends Versioned> {
  readonly opened: Version;
  /** Puts one's own change on top of the version. */
  readonly save: (over: Version) => Promise<void>;
  readonly readTheirs: () => Promise<Version>;
  readonly differencesTo: (theirs: Version) => readonly Difference[];
  readonly ask: (question: OverwriteQuestion) => Promise<Choice>;
  /** Goes on with theirs instead of one's own. */
  readonly take: (theirs: Version) => void;
}

/** Saves over the version that was opened; what was saved since and nobody has seen is shown first. Answers whether it was saved. */
export async function saveOver<Version extends Versioned>(parts: SaveOver<Version>): Promise<boolean> {
  let over = parts.opened;
  for (;;) {
    try {
      await parts.save(over);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      over = await parts.readTheirs();
      const differences = parts.differencesTo(over);
      const choice = differences.length === 0 ? 'overwrite' : await parts.ask({ message: error.message, differences });
      if (choice === 'theirs') parts.take(over);
      if (choice !== 'overwrite') return false;
    }
  }
}

/** A list as one's own change leaves it, when somebody else has changed it too. */
export function mergeIds(
  before: readonly number[],
  own: readonly number[],
  theirs: readonly number[],
): readonly number[] {
  const [had, kept] = [new Set(before), new Set(own)];
  const merged = [...theirs.filter((id) => !had.has(id) || kept.has(id)), ...own.filter((id) => !had.has(id))];
  return [...new Set(merged)];
}

interface OpenQuestion extends OverwriteQuestion {
  readonly answer: (choice: Choice) => void;
}

/** The question that is open, and what asks one. */
export function useOverwriteQuestion() {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const ask = (asked: OverwriteQuestion) =>
    new Promise<Choice>((resolve) => {
      const answer = (choice: Choice) => {
        setQuestion(null);
        resolve(choice);
      };
      setQuestion({ ...asked, answer });
    });
  return { question, ask };
}
