const choices = [10, 100, 1000, 10_000, 100_000];

/** Limits on offer: the usual ones below the maximum, and the maximum itself. */
export function limitChoices(maxRow: number): readonly number[] {
  return [...choices.filter((limit) => limit < maxRow), maxRow];
}
