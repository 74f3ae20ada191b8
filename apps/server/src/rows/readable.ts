import { Readable } from 'node:stream';

/**
 * A stream of what comes in handfuls of pieces: those of one are passed on at once, where each of its own would wait for its
 * turn.
 */
export function toReadable(handfuls: AsyncGenerator<readonly Uint8Array[]>): Readable {
  let isReading = false;
  return new Readable({
    read() {
      if (isReading) return;
      isReading = true;
      nextPieces(handfuls).then(
        (pieces) => {
          isReading = false;
          for (const piece of pieces ?? [null]) this.push(piece);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      // Whoever waits for more hears it with the next of it.
      handfuls.return(undefined).catch(() => undefined);
      done(error);
    },
  });
}

/** Null behind the last. */
async function nextPieces(handfuls: AsyncGenerator<readonly Uint8Array[]>): Promise<readonly Uint8Array[] | null> {
  for (;;) {
    const { value, done } = await handfuls.next();
    if (done) return null;
    if (value.length > 0) return value;
  }
}
