import type { Duplex } from 'node:stream';
import { othersTurn } from '../../turns/index.ts';

/** Of work with what one stream brought, before others have their turn. */
const mostMs = 3;

/**
 * What a stream brings is read as soon as it comes, and up to two megabytes of it in one turn, however long each piece takes: this
 * holds the stream where that becomes long, until others had their turn, or work that was begun is done.
 */
export class StreamTurns {
  private beganAt = 0;
  private workedMs = 0;

  constructor(
    private readonly stream: Duplex,
    /** Somebody else holds the stream, and lets it go on himself. */
    private readonly isHeld: () => boolean = () => false,
  ) {}

  begin(): void {
    this.beganAt = performance.now();
  }

  /** What is to be done before the next piece comes; null where nothing is. */
  end(work: Promise<void> | null): void {
    this.workedMs += performance.now() - this.beganAt;
    if (!work && this.workedMs < mostMs) return;
    this.workedMs = 0;
    const { stream } = this;
    stream.pause();
    (work ?? Promise.resolve()).then(othersTurn).then(
      () => {
        if (!this.isHeld()) stream.resume();
      },
      (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }
}

/** Leaves others their turn between the pieces of a stream that somebody else reads. */
export function watchTurns(stream: Duplex, isHeld: () => boolean): void {
  const turns = new StreamTurns(stream, isHeld);
  stream.prependListener('data', () => turns.begin());
  stream.on('data', () => turns.end(null));
}
