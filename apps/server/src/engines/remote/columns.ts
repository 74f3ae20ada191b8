/** Two columns of one name could not be told apart by whoever reads the result by name. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 1; taken.has(unique); count += 1) unique = `${name}_${count}`;
    taken.add(unique);
    return unique;
  });
}

/** Digits before and after the point that a column of numbers without a declared size has needed so far. */
export class DigitCounter {
  private whole = 1;
  private fraction = 0;
  private isPlain = true;

  add(text: string | null): void {
    if (text === null) return;
    const match = /^-?(\d+)(?:\.(\d+))?$/.exec(text);
    if (!match) this.isPlain = false;
    this.whole = Math.max(this.whole, match?.[1]?.length ?? 0);
    this.fraction = Math.max(this.fraction, match?.[2]?.length ?? 0);
  }

  /** A decimal that holds all of them, or text where there is none. */
  storedAs(): string {
    const digits = this.whole + this.fraction;
    return this.isPlain && digits <= 38 ? `DECIMAL(${digits},${this.fraction})` : 'VARCHAR';
  }
}
