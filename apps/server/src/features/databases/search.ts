import { genericTypeCodes, type WireCatalogHit } from '@powerset/contract';
import { CatalogSearchQ } from '@powerset/contract/schemas';
import { canAccessSchema, type User } from '../../access/index.ts';
import { defaultSchemaOf, genericTypeOf, readCatalog } from '../../catalog/index.ts';
import type { CatalogHit, CatalogPart } from '../../engines/index.ts';
import { compileReader, parseQ } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { listReadableDatasets, toObject } from './inspect.ts';

const readQ = compileReader(CatalogSearchQ, 'json');
const mostHits = 5000;
const defaultPageSize = 100;

interface SearchRequest {
  readonly user: User;
  readonly database: Row<'databases'>;
  readonly query: { readonly q?: string } | undefined;
}

interface FoundTables {
  readonly count: number;
  readonly is_cut: boolean;
  readonly result: readonly WireCatalogHit[];
}

/** Tables that the user may read, of all schemas, by a part of their name or of a column's: one page of them. */
export async function searchDatabase(
  services: Services,
  { user, database, query }: SearchRequest,
): Promise<FoundTables> {
  // Read by its schema in the same expression.
  const asked = readQ(parseQ(query) ?? {}) as CatalogSearchQ;
  const { text, page = 0, page_size: size = defaultPageSize } = asked;
  const catalog = readCatalog(database, asked.catalog_name);
  const engine = await services.engines.get(database.id, user, catalog);
  const within = await readablePart(services, { user, database, catalog, schemas: await engine.listSchemas() });
  const hits = await engine.searchCatalog({ text, limit: mostHits, within });
  const tables = byTable(hits);
  return {
    count: tables.length,
    is_cut: hits.length === mostHits,
    result: tables.slice(page * size, (page + 1) * size),
  };
}

interface ReadableQuestion {
  readonly user: User;
  readonly database: Row<'databases'>;
  readonly catalog: string | null;
  readonly schemas: readonly string[];
}

/** What the user may read stands in the question: what others may read takes no room of its answer. */
async function readablePart(
  services: Services,
  { user, database, catalog, schemas }: ReadableQuestion,
): Promise<CatalogPart | undefined> {
  const open = new Set(schemas.filter((schema) => canAccessSchema(user, toObject(database, { catalog, schema }))));
  if (open.size === schemas.length) return undefined;
  const datasets = await listReadableDatasets(services, { user, database, catalog });
  const tables = datasets
    .map((one) => ({ schema: one.schema ?? defaultSchemaOf(database), table: one.table_name }))
    .filter(({ schema }) => !open.has(schema));
  return { schemas: [...open], tables };
}

function byTable(hits: readonly CatalogHit[]): readonly WireCatalogHit[] {
  const tables = new Map<string, WireCatalogHit & { readonly columns: WireCatalogHit['columns'][number][] }>();
  for (const { schema, table, kind, column, nativeType } of hits) {
    const key = JSON.stringify([schema, table]);
    const known = tables.get(key) ?? { schema, table, type: kind, columns: [] };
    tables.set(key, known);
    if (column === null) continue;
    const type = nativeType ?? '';
    known.columns.push({
      name: column,
      type: type.split('(')[0] ?? type,
      type_generic: genericTypeCodes[genericTypeOf(type)],
    });
  }
  return [...tables.values()];
}
