import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { lakeError } from './source.ts';

interface Kept {
  readonly bytes: number;
  readonly usedMs: number;
}

export interface ObjectCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly nowMs: () => number;
}

/** What somebody asked for lately is not taken away from under them. */
const quietMs = 60_000;

/** Copies of objects on this server's disk, the least recently used going first. */
export class ObjectCache {
  readonly folder: string;
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;
  /** Of copies that are on their way. */
  private promised = 0;
  private known: Promise<void> | null = null;

  constructor(private readonly options: ObjectCacheOptions) {
    this.folder = options.folder;
  }

  /** Copies that an earlier process left count too. */
  open(): Promise<void> {
    this.known ??= this.readFolder();
    return this.known;
  }

  has(file: string): boolean {
    const found = this.kept.get(file);
    if (!found) return false;
    // A map keeps the order in which keys were set: what was used last is its last.
    this.kept.delete(file);
    this.kept.set(file, { bytes: found.bytes, usedMs: this.options.nowMs() });
    return true;
  }

  add(file: string, bytes: number): void {
    this.forget(file);
    this.kept.set(file, { bytes, usedMs: this.options.nowMs() });
    this.bytes += bytes;
  }

  forget(file: string): void {
    this.bytes -= this.kept.get(file)?.bytes ?? 0;
    this.kept.delete(file);
  }

  /**
   * Makes room by taking away what nobody used lately; refuses where that is not enough. The room is held until what comes
   * back is called, as others ask for some meanwhile.
   */
  async reserve(bytes: number): Promise<() => void> {
    const { maxBytes, nowMs } = this.options;
    const hasRoom = () => this.bytes + this.promised + bytes <= maxBytes;
    for (const [file, { usedMs }] of this.kept) {
      if (hasRoom() || nowMs() - usedMs < quietMs) break;
      this.forget(file);
      await rm(file, { force: true });
    }
    if (hasRoom()) {
      this.promised += bytes;
      return () => {
        this.promised -= bytes;
      };
    }
    const megabytes = Math.ceil(bytes / 1_048_576);
    throw lakeError(
      'GENERIC_DB_ENGINE_ERROR',
      `This needs ${megabytes} MB of files, for which POWERSET_LAKE_CACHE_MB leaves no room now. Ask for fewer, or later.`,
    );
  }

  private async readFolder(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.name.endsWith(partEnding)) await rm(file, { force: true });
      else this.add(file, (await stat(file)).size);
    }
  }
}

/** Of a copy that is not whole yet. */
export const partEnding = '.part';
