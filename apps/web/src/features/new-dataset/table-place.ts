/** How far the choice of a table has come; the address holds it. */
export interface TablePlace {
  readonly databaseId?: number;
  readonly schema?: string;
  readonly table?: string;
}

/** The choice in an address; what lies below something that is missing does not count. */
export function readPlace(search: URLSearchParams): TablePlace {
  const databaseId = Number(search.get('database'));
  if (!Number.isInteger(databaseId) || databaseId <= 0) return {};
  const schema = search.get('schema');
  if (!schema) return { databaseId };
  const table = search.get('table');
  return table ? { databaseId, schema, table } : { databaseId, schema };
}

/** The address's part for a choice. */
export function writePlace({ databaseId, schema, table }: TablePlace): Record<string, string> {
  return {
    ...(databaseId === undefined ? {} : { database: String(databaseId) }),
    ...(schema === undefined ? {} : { schema }),
    ...(table === undefined ? {} : { table }),
  };
}

/** The choice completed where there is nothing to choose: the only database, the only schema. */
export function completePlace(
  place: TablePlace,
  { databaseIds, schemas }: { readonly databaseIds: readonly number[]; readonly schemas: readonly string[] },
): TablePlace {
  const databaseId = place.databaseId ?? onlyOne(databaseIds);
  if (databaseId === undefined) return {};
  return { ...place, databaseId, schema: place.schema ?? onlyOne(schemas) };
}

function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}
