/** How far the choice of a table has come; the address holds it. */
export interface TablePlace {
  readonly databaseId?: number;
  /** Another than the one that the connection opens. */
  readonly catalog?: string;
  readonly schema?: string;
  readonly table?: string;
}

/** The choice in an address; what lies below something that is missing does not count. */
export function readPlace(search: URLSearchParams): TablePlace {
  const databaseId = Number(search.get('database'));
  if (!Number.isInteger(databaseId) || databaseId <= 0) return {};
  const [catalog, schema, table] = ['catalog', 'schema', 'table'].map((name) => search.get(name));
  const place = catalog ? { databaseId, catalog } : { databaseId };
  if (!schema) return place;
  return table ? { ...place, schema, table } : { ...place, schema };
}

/** The address's part for a choice. */
export function writePlace({ databaseId, catalog, schema, table }: TablePlace): Record<string, string> {
  return {
    ...(databaseId === undefined ? {} : { database: String(databaseId) }),
    ...(catalog === undefined ? {} : { catalog }),
    ...(schema === undefined ? {} : { schema }),
    ...(table === undefined ? {} : { table }),
  };
}

interface Choices {
  readonly databaseIds: readonly number[];
  readonly schemas: readonly string[];
  /** What the connection opens, which need not be named. */
  readonly ownCatalog?: string | null;
}

/** The choice completed where there is nothing to choose: the only database, the only schema. */
export function completePlace(place: TablePlace, { databaseIds, schemas, ownCatalog }: Choices): TablePlace {
  const { catalog, ...named } = place;
  const databaseId = place.databaseId ?? onlyOne(databaseIds);
  if (databaseId === undefined) return {};
  const other = catalog === undefined || catalog === ownCatalog ? {} : { catalog };
  return { ...named, ...other, databaseId, schema: place.schema ?? onlyOne(schemas) };
}

function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** Of datasets of one name, the one in a catalog; without one, in the catalog that the connection opens. */
export function findInCatalog<Row extends { readonly catalog: string | null }>(
  rows: readonly Row[],
  catalog: string | null | undefined,
): Row | undefined {
  return rows.find((row) => row.catalog === (catalog ?? null));
}
