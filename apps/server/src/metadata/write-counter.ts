import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode, UnknownRow } from 'kysely';

/** Counts writes to chosen tables, so that what was read from them can be kept as long as the count stands. */
export interface WriteCounter {
  readonly plugin: KyselyPlugin;
  count(): number;
  /** One write more, that was not seen here; to any table where none is named. */
  add(table?: string): void;
}

/** Columns by table that may change without a count: nothing that is kept says anything of them. */
export type Uncounted = Readonly<Record<string, readonly string[]>>;

export function createWriteCounter(tables: readonly string[], uncounted: Uncounted = {}): WriteCounter {
  const counted = new Set(tables);
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      const table = writtenTable(node);
      if (table && counted.has(table) && !changesOnly(node, uncounted[table])) count += 1;
      return node;
    },
    transformResult: async ({ result }) => result as typeof result & { rows: UnknownRow[] },
  };
  return {
    plugin,
    count: () => count,
    add: (table) => {
      if (table === undefined || counted.has(table)) count += 1;
    },
  };
}

function changesOnly(node: RootOperationNode, columns: readonly string[] = []): boolean {
  if (node.kind !== 'UpdateQueryNode' || !node.updates) return false;
  return node.updates.every(({ column }) => column.kind === 'ColumnNode' && columns.includes(columnName(column)));
}

/** The table that a statement writes to; undefined for one that only reads. */
function writtenTable(node: RootOperationNode): string | undefined {
  switch (node.kind) {
    case 'InsertQueryNode':
      return node.into?.table.identifier.name;
    case 'UpdateQueryNode':
      return node.table?.kind === 'TableNode' ? nameOf(node.table) : undefined;
    case 'DeleteQueryNode': {
      const [from] = node.from.froms;
      return from?.kind === 'TableNode' ? nameOf(from) : undefined;
    }
    default:
      return undefined;
  }
}

function columnName(column: object): string {
  return (column as { column?: { name?: string } }).column?.name ?? '';
}

/** Kysely's general node type hides the fields of the kind that was just checked. */
function nameOf(node: object): string | undefined {
  return (node as { table?: { identifier?: { name?: string } } }).table?.identifier?.name;
}
