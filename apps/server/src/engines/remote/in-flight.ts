/** What is at work, for whoever closes what it needs. */
export class InFlight {
  private readonly works = new Set<Promise<unknown>>();

  async track<T>(work: Promise<T>): Promise<T> {
    this.works.add(work);
    try {
      return await work;
    } finally {
      this.works.delete(work);
    }
  }

  /** Resolves when nothing is at work any more, however it ended. */
  async ended(): Promise<void> {
    while (this.works.size > 0) await Promise.allSettled(this.works);
  }
}
