import { createShownCatalog } from '../../databricks/index.ts';
import type { Ask, WarehouseCatalog } from '../../warehouse/index.ts';

/** The schema of the server's own functions; no tables lie there. */
const ownSchema = '_impala_builtins';

export function createImpalaCatalog(ask: Ask): WarehouseCatalog {
  const shown = createShownCatalog(ask);
  return {
    ...shown,
    listSchemas: async () => (await shown.listSchemas()).filter((name) => name !== ownSchema),
    // By their signatures, `abs(BIGINT)`.
    listFunctionNames: async () => {
      const rows = await ask(`SHOW FUNCTIONS IN ${ownSchema}`);
      const names = rows.map((row) => (row[1] ?? '').replace(/\(.*$/s, ''));
      return [...new Set(names)].filter((name) => /^[a-z]\w*$/.test(name)).sort();
    },
  };
}
