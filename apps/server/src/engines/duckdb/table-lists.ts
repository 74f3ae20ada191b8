import type { Materializer, TableSummary } from '../engine.ts';
import { listTables, type RunTrusted } from './inspection.ts';

type Lists = Map<string, Promise<readonly TableSummary[]>>;

const maxLists = 20;

/** The tables of schemas, read once for as long as nothing is written: the engine takes a second for fifty thousand. */
export class TableLists {
  private version = -1;
  private lists: Lists = new Map();

  constructor(
    private readonly written: Pick<Materializer, 'version'>,
    private readonly run: RunTrusted,
  ) {}

  of(schema: string): Promise<readonly TableSummary[]> {
    const version = this.written.version();
    if (this.version !== version) this.lists = new Map();
    this.version = version;
    const known = this.lists.get(schema);
    if (known) return known;
    const { lists } = this;
    const read = listTables(this.run, schema);
    if (lists.size < maxLists) lists.set(schema, read);
    read.catch(() => lists.delete(schema));
    return read;
  }
}
