import { datasetEndpoints } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api, createItem, resources, useInvalidate, useList } from '../../api/index.ts';
import { catalogsQuery, foundTablesQuery, offersCatalogs, schemasQuery, tableQuery } from '../../databases/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';
import { completePlace, findInCatalog, readPlace, type TablePlace, writePlace } from './table-place.ts';

/** What the form shows: the choice of the address, and what can be chosen next. */
export function useTableChoice() {
  const [search, setSearch] = useSearchParams();
  const asked = readPlace(search);
  const databases = useList(resources.databases, {
    filters: [],
    orderColumn: 'database_name',
    orderDirection: 'asc',
    pageSize: 100,
  });
  const databaseIds = databases.collection.map(({ id }) => id);
  const databaseId = completePlace(asked, { databaseIds, schemas: [] }).databaseId;
  const database = databases.collection.find(({ id }) => id === databaseId);
  const ownCatalog = database?.default_catalog ?? null;
  const { catalog } = completePlace(asked, { databaseIds, schemas: [], ownCatalog });
  const isOffered = offersCatalogs(database);
  const catalogs = useQuery({ ...catalogsQuery(databaseId ?? 0), enabled: isOffered });
  const schemas = useQuery({ ...schemasQuery(databaseId ?? 0, catalog), enabled: databaseId !== undefined });
  const place = completePlace(asked, { databaseIds, schemas: schemas.data ?? [], ownCatalog });
  const { schema, table } = place;
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const tables = useQuery({
    ...foundTablesQuery({ dbId: databaseId ?? 0, catalog: catalog ?? null, schema: schema ?? '' }, settled),
    enabled: databaseId !== undefined && schema !== undefined,
  });
  const isBare = settled === '' && tables.data?.length === 0;
  const choose = (next: TablePlace) => setSearch(writePlace(next), { replace: true });
  const metadata = useQuery({
    ...tableQuery({ dbId: databaseId ?? 0, catalog: catalog ?? null, schema: schema ?? '', table: table ?? '' }),
    enabled: table !== undefined,
  });
  return {
    ...{ place, databases, schemas, tables, isBare, metadata, choose, searchTables: setText },
    catalogs: { ...catalogs, isOffered, own: ownCatalog, shown: catalog ?? ownCatalog },
  };
}

const searchDelayMs = 250;

/** A text as it is once its author pauses; at once where there is none. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

/** A table of one name may be in so many catalogs. */
const namesakes = 100;

/**
 * The dataset that a table has already, by the catalog that it is shown with; undefined while nobody knows, null for none.
 */
export function useExistingDataset({ databaseId, catalog, schema, table }: TablePlace, shownCatalog: string | null) {
  return useQuery({
    queryKey: [resources.datasets.name, 'of-table', databaseId, shownCatalog, schema, table],
    enabled: table !== undefined,
    queryFn: async ({ signal }) => {
      const filters = [
        { col: 'database', opr: 'rel_o_m', value: databaseId },
        ...(catalog === undefined ? [] : [{ col: 'catalog', opr: 'eq', value: catalog }]),
        { col: 'schema', opr: 'eq', value: schema },
        { col: 'table_name', opr: 'eq', value: table },
      ];
      const q = { columns: ['id', 'catalog'], filters, page: 0, page_size: namesakes };
      const answer = await api.callEndpoint(datasetEndpoints.list, {
        query: { q },
        signal,
      });
      return findInCatalog(answer.result, shownCatalog) ?? null;
    },
  });
}

/** Makes the dataset and goes on to its first chart. */
export function useCreateDataset(place: TablePlace) {
  const t = useT();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: async () => {
      const { databaseId, catalog, schema, table } = place;
      // Nothing is offered to be made before the place is chosen.
      if (databaseId === undefined || table === undefined) return undefined;
      return createItem(resources.datasets, { database: databaseId, catalog, schema, table_name: table });
    },
    onSuccess: async (id) => {
      if (id === undefined) return invalidate(resources.datasets);
      sayBeside().success(t('Dataset created: {{name}}', { name: place.table ?? '' }));
      await navigate(addresses.dataset(id));
      await invalidate(resources.datasets);
    },
  });
}
