/**
 * Text that is written once and read by many, each from its beginning and while it is still being written. It keeps its
 * portions, so that whoever comes later has nothing to wait for.
 */
export class GrowingText {
  private readonly portions: Buffer[] = [];
  private isWhole = false;
  private failure: unknown = null;
  private wake: () => void = () => undefined;
  private change: Promise<void>;

  private constructor() {
    this.change = this.nextChange();
  }

  static of(source: AsyncIterable<Buffer>): GrowingText {
    const text = new GrowingText();
    void text.fill(source);
    return text;
  }

  /** Every portion, when there will be no more of them; at once when that is so already. */
  whole(): readonly Buffer[] | null {
    return this.isWhole ? this.portions : null;
  }

  /** Every portion, once there will be no more of them. */
  async finished(): Promise<readonly Buffer[]> {
    while (!this.isWhole) {
      if (this.failure !== null) throw this.failure;
      await this.change;
    }
    return this.portions;
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let index = 0; ; index++) {
      while (index >= this.portions.length) {
        if (this.isWhole) return;
        if (this.failure !== null) throw this.failure;
        await this.change;
      }
      yield this.portions[index]!;
    }
  }

  private async fill(source: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const portion of source) {
        this.portions.push(portion);
        this.announce();
      }
      this.isWhole = true;
    } catch (error) {
      this.failure = error;
    }
    this.announce();
  }

  private announce(): void {
    const { wake } = this;
    this.change = this.nextChange();
    wake();
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
