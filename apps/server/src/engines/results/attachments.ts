export interface AttachmentsOptions {
  readonly atOnce: number;
  readonly detach: (resultId: string) => Promise<void>;
}

/** Which results the process that reads them has open: as many as it may, those that somebody reads right now in any case. */
export class Attachments {
  private readonly attached = new Set<string>();
  private readonly readers = new Map<string, number>();
  private readonly chains = new Map<string, Promise<unknown>>();

  constructor(private readonly options: AttachmentsOptions) {}

  /** While the work lasts, no other result takes the place of these. */
  async hold<T>(resultIds: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const id of resultIds) this.readers.set(id, (this.readers.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const id of resultIds) {
        const left = (this.readers.get(id) ?? 1) - 1;
        if (left > 0) this.readers.set(id, left);
        else this.readers.delete(id);
      }
    }
  }

  isHeld(resultId: string): boolean {
    return this.readers.has(resultId);
  }

  has(resultId: string): boolean {
    return this.attached.has(resultId);
  }

  add(resultId: string): void {
    this.attached.add(resultId);
  }

  forgetAll(): void {
    this.attached.clear();
  }

  /** Ends the oldest that nobody reads; whoever wants one of them again waits until it has ended. */
  async makeRoom(): Promise<void> {
    const free = [...this.attached].filter((id) => !this.isHeld(id));
    const ending = free.slice(0, Math.max(0, this.attached.size - this.options.atOnce + 1));
    await Promise.all(ending.map((id) => this.end(id)));
  }

  private end(resultId: string): Promise<void> {
    this.attached.delete(resultId);
    return this.inOrder(resultId, () => this.options.detach(resultId));
  }

  /** For what is in its order already. */
  async detach(resultId: string): Promise<void> {
    if (this.attached.delete(resultId)) await this.options.detach(resultId);
  }

  /** What changes a result's state happens one after the other. */
  inOrder<T>(resultId: string, work: () => Promise<T>): Promise<T> {
    const before = this.chains.get(resultId) ?? Promise.resolve();
    const after = before.then(work, work);
    this.chains.set(resultId, after);
    const forget = () => {
      if (this.chains.get(resultId) === after) this.chains.delete(resultId);
    };
    after.then(forget, forget);
    return after;
  }
}
