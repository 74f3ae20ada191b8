import type { ResultChart, WireProfile, WireQueryRun } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useEditorSession } from '../../context.tsx';
import type { RunEntry } from '../../runs/run-store.ts';
import { isProfilable, keysQuery, profileQuery } from '../result-calls.ts';
import { findChoice } from './chart-choices.ts';
import { type ChartColumn, chartColumns, fittingChart, onOneAxis, suggestChart, suggestGrain } from './first-chart.ts';

export interface ResultChartState {
  readonly isShown: boolean;
  readonly columns: readonly ChartColumn[];
  /** How many rows are kept; null where that is not known. */
  readonly rows: number | null;
  /** What is drawn: as chosen, else as suggested; null where there is nothing to draw. */
  readonly chart: ResultChart | null;
  /** The same for the chart builder, which has one axis for all figures. */
  readonly built: ResultChart | null;
  /** What is known of the columns, by which a chart is suggested, is still being read. */
  readonly isPending: boolean;
  /** The grain that suits a column of times. */
  readonly grainOf: (column: string) => ResultChart['grain'];
  readonly show: (isShown: boolean) => void;
  readonly change: (chart: ResultChart) => void;
}

const nothing: Pick<WireQueryRun, 'rows' | 'extra'> = { rows: null, extra: { progress: null } };

/** The chart of a result, as it was chosen in this tab for this statement. */
export function useResultChart(tabId: string, entry: RunEntry | undefined): ResultChartState {
  const { charts } = useEditorSession();
  const all = useStore(charts.store, ({ choices }) => choices);
  const query = entry?.query;
  const place = { tabId, sql: query?.sql ?? '' };
  const choice = findChoice(all, place);
  const isShown = choice?.isShown ?? false;
  const { rows, extra } = query ?? nothing;
  const key = query?.resultsKey ?? null;
  const known = useQuery({ ...keysQuery(key ?? ''), enabled: isShown && key !== null });
  const hasTimes = (extra.columns ?? []).some(({ type_generic }) => type_generic === 2);
  const profile = useQuery({
    ...profileQuery(key ?? ''),
    enabled: isShown && key !== null && hasTimes && isProfilable(extra.columns?.length ?? 0, rows),
  });
  const columns = useMemo(
    () =>
      chartColumns({ extra }, new Set(known.data?.map(({ index }) => index))).map((column) =>
        withSize(column, profile.data),
      ),
    [extra, known.data, profile.data],
  );
  const grainOf = (name: string): ResultChart['grain'] => {
    const times = profile.data?.columns.find((column) => column.name === name && column.type === 'temporal');
    return times ? suggestGrain(times, rows) : null;
  };
  const chosen = fittingChart(choice?.chart ?? null, columns);
  const suggested = suggestChart(columns, rows);
  const chart = chosen ?? (suggested && { ...suggested, grain: suggested.x === null ? null : grainOf(suggested.x) });
  return {
    ...{ isShown, columns, rows, chart, grainOf },
    built: chart && chosen === null ? onOneAxis(chart, columns) : chart,
    isPending: chosen === null && (known.isLoading || (hasTimes && profile.isLoading)),
    show: (next) => charts.choose(place, { isShown: next }),
    change: (next) => charts.choose(place, { chart: next }),
  };
}

function withSize(column: ChartColumn, profile: WireProfile | undefined): ChartColumn {
  const told = profile?.columns.find(({ name }) => name === column.name);
  if (!told) return column;
  if (column.type !== 'number') return { ...column, distinct: told.distinctCount };
  const size = Math.max(Math.abs(Number(told.min ?? 0)), Math.abs(Number(told.max ?? 0)));
  return size > 0 ? { ...column, size } : column;
}
