/** SQL that cannot be read (`syntax`), or that is not let through (`refused`). */
export class ReadingProblem extends Error {
  constructor(
    readonly origin: 'syntax' | 'refused',
    message: string,
    /** Where it stands in the text that was read; null where it is the whole. */
    readonly at: number | null = null,
  ) {
    super(message);
    this.name = 'ReadingProblem';
  }
}
