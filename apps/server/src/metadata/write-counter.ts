import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode, UnknownRow } from 'kysely';

/** Counts writes to chosen tables, so that what was read from them can be kept as long as the count stands. */
export interface WriteCounter {
  readonly plugin: KyselyPlugin;
  count(): number;
  /** One write more, that was not seen here. */
  add(): void;
}

export function createWriteCounter(tables: readonly string[]): WriteCounter {
  const counted = new Set(tables);
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      const table = writtenTable(node);
      if (table && counted.has(table)) count += 1;
      return node;
    },
    transformResult: async ({ result }) => result as typeof result & { rows: UnknownRow[] },
  };
  return {
    plugin,
    count: () => count,
    add: () => {
      count += 1;
    },
  };
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

/** Kysely's general node type hides the fields of the kind that was just checked. */
function nameOf(node: object): string | undefined {
  return (node as { table?: { identifier?: { name?: string } } }).table?.identifier?.name;
}
