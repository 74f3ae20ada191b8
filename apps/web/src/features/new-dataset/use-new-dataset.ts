import { datasetEndpoints } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api, createItem, resources, useInvalidate, useList } from '../../api/index.ts';
import { foundTablesQuery, schemasQuery, tableQuery } from '../../databases/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';
import { completePlace, readPlace, type TablePlace, writePlace } from './table-place.ts';

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
  const schemas = useQuery({ ...schemasQuery(databaseId ?? 0), enabled: databaseId !== undefined });
  const place = completePlace(asked, { databaseIds, schemas: schemas.data ?? [] });
  const { schema, table } = place;
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const tables = useQuery({
    ...foundTablesQuery({ dbId: databaseId ?? 0, schema: schema ?? '' }, settled),
    enabled: databaseId !== undefined && schema !== undefined,
  });
  const isBare = settled === '' && tables.data?.length === 0;
  const choose = (next: TablePlace) => setSearch(writePlace(next), { replace: true });
  const metadata = useQuery({
    ...tableQuery({ dbId: databaseId ?? 0, schema: schema ?? '', table: table ?? '' }),
    enabled: table !== undefined,
  });
  return { place, databases, schemas, tables, isBare, metadata, choose, searchTables: setText };
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

/** The dataset that a table has already; undefined while nobody knows, null for none. */
export function useExistingDataset({ databaseId, schema, table }: TablePlace) {
  return useQuery({
    queryKey: [resources.datasets.name, 'of-table', databaseId, schema, table],
    enabled: table !== undefined,
    queryFn: async ({ signal }) => {
      const filters = [
        { col: 'database', opr: 'rel_o_m', value: databaseId },
        { col: 'schema', opr: 'eq', value: schema },
        { col: 'table_name', opr: 'eq', value: table },
      ];
      const q = { columns: ['id'], filters, page: 0, page_size: 1 };
      const answer = await api.callEndpoint(datasetEndpoints.list, {
        query: { q },
        signal,
      });
      return answer.result[0] ?? null;
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
      const { databaseId, schema, table } = place;
      // Nothing is offered to be made before the place is chosen.
      if (databaseId === undefined || table === undefined) return undefined;
      return createItem(resources.datasets, { database: databaseId, schema, table_name: table });
    },
    onSuccess: async (id) => {
      if (id === undefined) return invalidate(resources.datasets);
      sayBeside().success(t('Dataset created: {{name}}', { name: place.table ?? '' }));
      await navigate(addresses.dataset(id));
      await invalidate(resources.datasets);
    },
  });
}
