import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { tablesQuery } from '../../../databases/index.ts';
import { joinPages, type TablesPage } from './schema-tables.ts';

interface TreePlace {
  readonly dbId: number | null;
  readonly catalog: string | null;
}

/** The tables of each schema as far as they were read: the first page of all, later ones as somebody comes to their end. */
export function useSchemaTables({ dbId, catalog }: TreePlace, schemas: readonly string[]) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const keyOf = (schema: string) => JSON.stringify([dbId, catalog, schema]);
  const places = schemas.flatMap((schema) =>
    Array.from({ length: wanted.get(keyOf(schema)) ?? 1 }, (_none, page) => ({
      ...{ dbId: dbId ?? 0, catalog, schema, page },
    })),
  );
  const read = useQueries({ queries: places.map(tablesQuery) });
  const failedOf = (schema: string) =>
    places.flatMap((place, at) => {
      const query = read[at];
      return place.schema === schema && query?.isLoadingError && !query.isFetching ? [query] : [];
    });
  const pages = new Map<string, (TablesPage | undefined)[]>();
  places.forEach(({ schema }, at) => {
    const known = pages.get(schema) ?? [];
    known.push(read[at]?.data);
    pages.set(schema, known);
  });
  return {
    of: (schema: string) => joinPages(pages.get(schema) ?? []),
    failure: (schema: string) => failedOf(schema)[0]?.error ?? null,
    retry: (schema: string) => {
      for (const query of failedOf(schema)) void query.refetch();
    },
    loadMore: (schema: string) => {
      const known = pages.get(schema) ?? [];
      // The next is asked for once all that were wanted are here.
      if (!known.includes(undefined)) setWanted((last) => new Map([...last, [keyOf(schema), known.length + 1]]));
    },
  };
}
