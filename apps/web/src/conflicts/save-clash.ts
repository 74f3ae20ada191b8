import type { Difference } from './difference.ts';

/** Somebody else saved the same thing after it was opened here. */
export class SaveClash extends Error {
  constructor(
    message: string,
    readonly differences: readonly Difference[],
    /** When the other saved. */
    readonly savedAt: number,
  ) {
    super(message);
  }
}
