import { Coalescer } from '../../cache/index.ts';
import { eachInTurns } from '../../turns/index.ts';
import { EngineError, type TableName } from '../engine.ts';
import { FreeNumbers } from '../unique-names.ts';
import type { AccessParts } from './catalog-access.ts';
import { type CatalogServer, ServedDuckLake } from './catalog-server.ts';
import { DuckLakes } from './ducklakes.ts';
import { groupFiles, type LakeTable } from './grouping.ts';
import { homeSchema } from './names.ts';
import type { LakeObject } from './source.ts';
import type { TableSource } from './table-source.ts';
import { dropView, makeView } from './views.ts';

export interface CatalogParts extends AccessParts {
  readonly source: TableSource;
  /** Keeps the catalog of a DuckLake whose files these are; null where files alone say what they are. */
  readonly server: CatalogServer | null;
  readonly nowMs: () => number;
}

export interface Preparing {
  readonly signal: AbortSignal;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

interface Listing {
  readonly tables: ReadonlyMap<string, LakeTable>;
  /** Until when it is believed. */
  readonly untilMs: number;
}

interface Opened {
  readonly table: LakeTable;
  /** Why it cannot be read as its files are now. */
  readonly problem: EngineError | null;
  readonly brought: readonly LakeObject[];
  readonly sinceMs: number;
  /** Of its files when they were last listed; null where they were gone. */
  seenVersion: string | null;
}

const shortestBeliefMs = 5000;
/** A listing that took long is believed longer. */
const beliefTimes = 20;
const problemMs = 30_000;

/** The tables of a lake as its files are, and the views by which the engine reads them: made when a table is first asked for. */
export class LakeCatalog {
  private listing: Listing | null = null;
  private readonly opened = new Map<string, Opened>();
  private readonly listings = new Coalescer<Listing>();
  private readonly openings = new Coalescer<void, number>();
  private readonly duckLakes: Pick<DuckLakes, 'find'>;
  private changes = 0;

  constructor(private readonly parts: CatalogParts) {
    this.duckLakes = parts.server ? new ServedDuckLake(parts.server) : new DuckLakes(parts);
  }

  /** Another number where a table that was read has other files now. Looks for that meanwhile, where it has not for a while. */
  version(): number {
    if (this.listing && this.listing.untilMs < this.parts.nowMs())
      void this.look(AbortSignal.timeout(600_000)).catch(() => undefined);
    return this.changes;
  }

  async tables(signal: AbortSignal): Promise<readonly LakeTable[]> {
    return [...(await this.look(signal)).tables.values()];
  }

  async find(name: TableName, signal: AbortSignal): Promise<LakeTable | null> {
    return (await this.look(signal)).tables.get(keyOf(name)) ?? null;
  }

  /** Whoever asks next sees the files as they are then. */
  distrust(): void {
    this.listing = this.listing && { ...this.listing, untilMs: 0 };
  }

  /** Makes the tables of a statement readable as their files are now; of what is no table the engine says so. */
  async open(names: readonly TableName[], preparing: Preparing): Promise<void> {
    for (const name of names) {
      const table = await this.find(name, preparing.signal);
      const known = this.opened.get(keyOf(name));
      if (!table) {
        if (known) await this.forget(known.table);
      } else if (!known || !this.isCurrent(known, table)) await this.make(table, preparing);
      else if (known.problem) throw known.problem;
      else if (this.parts.source.keepsCopies) await this.parts.source.bring({ objects: known.brought, ...preparing });
    }
  }

  /** The tables whose columns are known without reading further. */
  openedTables(): readonly LakeTable[] {
    return [...this.opened.values()].filter(({ problem }) => problem === null).map(({ table }) => table);
  }

  private isCurrent({ table, problem, sinceMs }: Opened, now: LakeTable): boolean {
    if (table.version !== now.version) return false;
    return problem === null || this.parts.nowMs() - sinceMs < problemMs;
  }

  private async forget(table: LakeTable): Promise<void> {
    this.opened.delete(keyOf(table));
    await dropView(table, this.parts.engine);
  }

  private make(table: LakeTable, { signal, onProgress }: Preparing): Promise<void> {
    const { engine, source, nowMs } = this.parts;
    const key = keyOf(table);
    return this.openings.join({
      key: `${key} ${table.version}`,
      signal,
      ...(onProgress ? { onNews: onProgress } : {}),
      start: async (shared, tell) => {
        try {
          const brought = await makeView(table, { engine, source, signal: shared, onProgress: tell });
          this.opened.set(key, { table, brought, problem: null, sinceMs: nowMs(), seenVersion: table.version });
        } catch (error) {
          // What a file does to its reader it does again; a wait that was broken off says nothing of it.
          if (error instanceof EngineError && !shared.aborted)
            this.opened.set(key, { table, brought: [], problem: error, sinceMs: nowMs(), seenVersion: table.version });
          throw error;
        }
      },
    });
  }

  private async look(signal: AbortSignal): Promise<Listing> {
    const { source, nowMs } = this.parts;
    if (this.listing && nowMs() < this.listing.untilMs) return this.listing;
    return this.listings.join({
      key: 'listing',
      signal,
      start: async (shared) => {
        const startedMs = nowMs();
        const tables = await this.readTables(await source.list(shared), shared);
        const named = new Map<string, LakeTable>();
        await eachInTurns(tables, (table) => named.set(keyOf(table), table));
        const tookMs = nowMs() - startedMs;
        const listing = {
          tables: named,
          untilMs: nowMs() + Math.max(shortestBeliefMs, tookMs * beliefTimes),
        };
        this.noteChanges(listing);
        this.listing = listing;
        return listing;
      },
    });
  }

  private async readTables(objects: readonly LakeObject[], signal: AbortSignal): Promise<readonly LakeTable[]> {
    const { source } = this.parts;
    if (source.toTables) return source.toTables(objects);
    const found = await this.duckLakes.find(objects, signal);
    const others: LakeObject[] = [];
    if (found.tables.length > 0)
      await eachInTurns(objects, (object) => {
        if (!found.isHidden(object.path)) others.push(object);
      });
    const plain = await groupFiles(found.tables.length > 0 ? others : objects, this.parts.source.name);
    if (found.tables.length === 0) return plain;
    const taken = new Set<string>();
    await eachInTurns(plain, (table) => taken.add(keyOf(table)));
    const named: LakeTable[] = [];
    const numbers = new FreeNumbers(2);
    await eachInTurns(found.tables, (table) => {
      const key = keyOf(table);
      const numbered = (number: number) => ({ ...table, table: `${table.table}_${number}` });
      const own = taken.has(key) ? numbered(numbers.find(key, (number) => taken.has(keyOf(numbered(number))))) : table;
      taken.add(keyOf(own));
      named.push(own);
    });
    return [...plain, ...named];
  }

  private noteChanges({ tables }: Listing): void {
    for (const [key, opened] of this.opened) {
      const version = tables.get(key)?.version ?? null;
      if (version === opened.seenVersion) continue;
      opened.seenVersion = version;
      this.changes += 1;
    }
  }
}

/** The engine folds the letters of ASCII alone. */
function keyOf({ schema, table }: TableName): string {
  const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return JSON.stringify([fold(schema === '' ? homeSchema : schema), fold(table)]);
}
