import type { ChartBatchLine, QueryObject, ResultTable } from '@powerset/contract';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api, streamBatch } from '../../api/index.ts';
import { canBePictured, endsQuery, toCounted, toCounts, toPictures } from './model/column-pictures.ts';
import type { ExploreColumn, ExploreDataset } from './model/dataset.ts';
import type { ColumnProfile } from './model/profile.ts';
import { tableOf } from './use-samples.ts';

/** Up to so many rows are counted by themselves. */
const mostRows = 10_000_000;
/** As many columns as are counted in one pass. */
const chunkSize = 12;
/** Columns that only pass by while somebody scrolls are not counted. */
const settledMs = 200;

interface Wanted {
  /** Where the columns stand, each named by `data-field`. */
  readonly list: RefObject<HTMLElement | null>;
  /** Those that stand there. */
  readonly columns: readonly ExploreColumn[];
  readonly rowCount: number;
  /** The chart's own query goes first. */
  readonly isBusy: boolean;
}

type Picture = readonly [name: string, ColumnProfile];

/** Pictures of the columns in sight, of all rows, which the database counts; by name, as they come. */
export function useColumnPictures(dataset: ExploreDataset, wanted: Wanted): ReadonlyMap<string, ColumnProfile> {
  const isWanted = wanted.rowCount > 0 && wanted.rowCount <= mostRows;
  const chunks = useChunksInSight(wanted, isWanted);
  return useQueries({
    queries: chunks.map((columns) => ({
      queryKey: ['column-pictures', dataset.id, columns.map(({ column_name: name }) => name)],
      enabled: isWanted && !wanted.isBusy,
      staleTime: 300_000,
      retry: false,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readPictures(dataset, columns, signal),
    })),
    combine: byName,
  });
}

function byName(results: readonly UseQueryResult<readonly Picture[]>[]): ReadonlyMap<string, ColumnProfile> {
  return new Map(results.flatMap(({ data }) => data ?? []));
}

/** The columns that were seen, in the portions in which they came into sight. */
function useChunksInSight({ list, columns }: Wanted, isWanted: boolean): readonly (readonly ExploreColumn[])[] {
  const [chunks, setChunks] = useState<readonly (readonly ExploreColumn[])[]>([]);
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (!list.current || !isWanted) return undefined;
    const inSight = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      const fresh = columns.filter(
        (column) => inSight.has(column.column_name) && !seen.current.has(column.column_name) && canBePictured(column),
      );
      for (const column of fresh) seen.current.add(column.column_name);
      if (fresh.length > 0) setChunks((known) => [...known, ...inPortions(fresh)]);
    };
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = (target as HTMLElement).dataset.field ?? '';
        if (isIntersecting) inSight.add(name);
        else inSight.delete(name);
      }
      clearTimeout(timer);
      timer = setTimeout(take, settledMs);
    });
    for (const row of list.current.querySelectorAll('[data-field]')) observer.observe(row);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [list, columns, isWanted]);
  return chunks;
}

function inPortions(columns: readonly ExploreColumn[]): readonly (readonly ExploreColumn[])[] {
  return Array.from({ length: Math.ceil(columns.length / chunkSize) }, (_, index) =>
    columns.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}

async function readPictures(
  dataset: ExploreDataset,
  columns: readonly ExploreColumn[],
  signal: AbortSignal,
): Promise<readonly Picture[]> {
  const [ends] = await readAll(dataset, [endsQuery(columns)], signal);
  if (!ends) return [];
  const grains = new Set((dataset.time_grain_sqla ?? []).flatMap(([code]) => code ?? []));
  const counts = toCounts(toCounted(columns, ends, grains));
  const tables = await readAll(
    dataset,
    counts.map(({ query }) => query),
    signal,
  );
  return counts.flatMap((count, index) => toPictures(count, tables[index]!));
}

async function readAll(
  { id, type }: ExploreDataset,
  queries: readonly QueryObject[],
  signal: AbortSignal,
): Promise<readonly ResultTable[]> {
  if (queries.length === 0) return [];
  const lines: ChartBatchLine[] = [];
  const requests = queries.map((query, index) => ({
    key: String(index),
    payload: { datasource: { id: id ?? 0, type }, queries: [query] },
  }));
  await streamBatch(api, { requests }, { signal, onLines: (answered) => lines.push(...answered) });
  return requests.map(({ key }) => tableOf(lines, key));
}
