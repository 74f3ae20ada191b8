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
