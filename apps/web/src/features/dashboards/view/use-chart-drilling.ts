import type { ChartDefinition, CrossFilterSelection } from '@powerset/chart-kit';
import type { MarkFilter } from '@powerset/charts/views';
import type { WireDashboardChart } from '@powerset/contract';
import { useCallback, useMemo } from 'react';
import { type Drilling, type DrillSubject, expressionsOf, useDrill } from '../../../drilling/index.ts';
import { addresses, useSession } from '../../../shell/index.ts';
import { selectedLabelsOf } from '../filters/index.ts';
import { type ChartPayload, datasetIdOf, isCrossFiltering, isDraft, useDashboard } from '../state/index.ts';

interface DrillingInput {
  readonly chart: WireDashboardChart | undefined;
  readonly definition: ChartDefinition | undefined;
  readonly payload: ChartPayload | undefined;
  readonly title: string;
}

const temporalType = 2;

/** What the marks of a card lead to while the dashboard is read; in edit mode nothing. */
export function useChartDrilling({ chart, definition, payload, title }: DrillingInput): Drilling {
  const { can } = useSession();
  const chartId = chart?.id ?? -1;
  const dashboardId = useDashboard((state) => state.dashboard.id);
  const isEditing = useDashboard((state) => state.editMode);
  const dataset = useDashboard((state) => state.datasets[(chart && datasetIdOf(chart)) ?? -1]);
  const filters = useDashboard(isCrossFiltering);
  const mask = useDashboard((state) => state.crossMasks[String(chartId)]);
  const select = useDashboard((state) => state.select);
  const narrow = useDashboard((state) => state.narrow);
  const subject = useMemo((): DrillSubject | null => {
    const id = chart ? datasetIdOf(chart) : null;
    if (!chart || !definition || !payload || id === null || isEditing) return null;
    return {
      ...{ title, definition, dashboardId },
      chartId: isDraft(chart.id) ? null : chart.id,
      datasource: { id, type: 'table' },
      form: payload.form,
      queries: payload.request.queries,
      temporalColumns: (dataset?.columns ?? [])
        .filter((column) => column.is_dttm || column.type_generic === temporalType)
        .map((column) => column.column_name),
      verboseNames: dataset?.verbose_map ?? {},
      columnFormats: dataset?.column_formats,
      expressions: expressionsOf(dataset?.metrics ?? []),
    };
  }, [chart, definition, payload, isEditing, title, dashboardId, dataset]);
  const canEmit = filters && definition?.behaviors.includes('INTERACTIVE_CHART') === true;
  const onSelect = useCallback(
    (selection: CrossFilterSelection | null) => select(chartId, selection),
    [select, chartId],
  );
  const onNarrow = useCallback(
    (kind: 'only' | 'not', conditions: readonly MarkFilter[]) => narrow(chartId, { kind, filters: conditions }),
    [narrow, chartId],
  );
  return useDrill(subject, {
    selectedLabels: selectedLabelsOf(mask),
    onSelect: canEmit ? onSelect : undefined,
    onNarrow: filters ? onNarrow : undefined,
    editHref: can('can_explore', 'Superset') && chart ? addresses.chart(chart.id, dashboardId) : undefined,
  });
}
