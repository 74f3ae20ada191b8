import { type FileHandle, open } from 'node:fs/promises';

/** What is told to the connection; it does so at once, and holds up this thread meanwhile. */
type Tell = (sql: string) => void;

/** So many writes are read back from the log in a millisecond or two when they go into the file. */
const mostWrites = 100;
const mostBytes = 1024 * 1024;

/**
 * Brings what the store wrote to the disk without holding up this thread, which a busy disk does for tenths of a second: SQLite itself waits
 * for the disk with each write. Nobody is told that something is written before it lies there, as with `synchronous = full`.
 */
export class WriteAheadLog {
  private log: FileHandle | null = null;
  private whole: FileHandle | null = null;
  private running: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private writes = 0;
  private bytes = 0;
  private bytesWhenFolded = 0;

  constructor(
    private readonly file: string,
    private readonly tell: Tell,
  ) {
    // The disk is waited for where the log goes into the file, which happens here alone.
    tell('pragma synchronous = normal');
    tell('pragma wal_autocheckpoint = 0');
  }

  /** The log is long: it should go into the file before more is written. */
  get isLong(): boolean {
    return this.writes >= mostWrites || this.bytes > Math.max(mostBytes, this.bytesWhenFolded);
  }

  /** Resolves when all that was written so far lies on the disk; several that wait are served together. */
  sync(): Promise<void> {
    this.writes += 1;
    if (!this.running) return this.begin();
    // The one that runs may have begun before the last write.
    this.following ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.following = null;
        return this.begin();
      });
    return this.following;
  }

  /**
   * Brings the log's pages into the file, so that the next write begins the log anew. Nobody may write meanwhile: until the file lies on the
   * disk, the log is what would be read after a power cut.
   */
  async fold(): Promise<void> {
    await this.sync();
    if (!this.copyPages()) return;
    this.whole ??= await open(this.file, 'r+');
    await this.whole.datasync();
    this.writes = 0;
    this.bytesWhenFolded = this.bytes;
  }

  /** Only when the store is closed: whoever closes a file gives up all locks that his process has on it. */
  async close(): Promise<void> {
    await this.following?.catch(() => undefined);
    await this.running?.catch(() => undefined);
    await this.log?.close();
    await this.whole?.close();
  }

  /** False where there is no room for them: the log is as good as before, and the next write tries again. */
  private copyPages(): boolean {
    this.tell('pragma synchronous = off');
    try {
      this.tell('pragma wal_checkpoint(passive)');
      return true;
    } catch {
      return false;
    } finally {
      this.tell('pragma synchronous = normal');
    }
  }

  private begin(): Promise<void> {
    this.running = this.syncOnce().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async syncOnce(): Promise<void> {
    this.log ??= await open(`${this.file}-wal`, 'r+');
    await this.log.datasync();
    this.bytes = (await this.log.stat()).size;
  }
}
