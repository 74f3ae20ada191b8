import type { TextRow } from '../remote/index.ts';
import { type Ask, createInformationSchema, type WarehouseCatalog } from '../warehouse/index.ts';
import { createShownCatalog, describeColumns, nameOf } from './shown-catalog.ts';

const readFromSchema = createInformationSchema({
  literal,
  holds: (column, text) => `instr(lower(${column}), ${literal(text)}) > 0`,
  readColumns: describeColumns,
  readComment: async (ask, name) => {
    const rows = await ask(`DESCRIBE TABLE EXTENDED ${nameOf(name)}`).catch((): readonly TextRow[] => []);
    return rows.find((row) => row[0] === 'Comment')?.[1] || null;
  },
  listFunctionNames: async (ask) => {
    const rows = await ask('SHOW SYSTEM FUNCTIONS');
    return rows
      .map((row) => row[0] ?? '')
      .filter((name) => /^[a-z]\w*$/.test(name))
      .sort();
  },
});

/** The older catalog has no tables of its own that describe it: its lists are asked for. */
export const createCatalog =
  (catalog: string) =>
  (ask: Ask): WarehouseCatalog => {
    const described = readFromSchema(ask);
    if (catalog !== 'hive_metastore') return described;
    return { ...createShownCatalog(ask), listFunctionNames: described.listFunctionNames };
  };

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
