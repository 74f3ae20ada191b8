import { toList } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import type { MarkFilter } from '@powerset/charts/views';
import { useMemo } from 'react';
import {
  type Drilling,
  type DrillSubject,
  expressionsOf,
  toAdhocFilter,
  toExcludingFilter,
  useDrill,
} from '../../../drilling/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import type { ChartRun } from '../use-chart-run.ts';

interface DrillingInput {
  readonly run: ChartRun;
  readonly title: string;
  /** Takes a change of the form, and runs what it needs. */
  readonly onMend: (changes: Readonly<Record<string, unknown>>) => void;
}

/** What the marks of the chart in hand lead to: its rows, other columns, and filters of its own. */
export function useExploreDrilling({ run, title, onMend }: DrillingInput): Drilling {
  const t = useT();
  const { dataset, form, context, newName } = useExplore();
  const { drawn } = run;
  const name = title || t('Untitled chart');
  const subject = useMemo((): DrillSubject | null => {
    const definition = chartTypes.find(drawn?.form.viz_type ?? '');
    if (!drawn || !definition || dataset.id === null) return null;
    return {
      ...{ title: name, definition, form: drawn.form, queries: drawn.queries },
      ...{ chartId: null, dashboardId: null },
      datasource: { id: dataset.id, type: dataset.type },
      temporalColumns: context.columns.filter(({ type }) => type === 'temporal').map((column) => column.name),
      verboseNames: dataset.verbose_map ?? {},
      columnFormats: dataset.column_formats,
      expressions: expressionsOf(dataset.metrics),
    };
  }, [drawn, dataset, context.columns, name]);
  const narrow = (kind: 'only' | 'not', filters: readonly MarkFilter[]) => {
    const added = filters.map((filter) => ({
      ...(kind === 'only' ? toAdhocFilter(filter, form) : toExcludingFilter(filter)),
      filterOptionName: newName(),
    }));
    onMend({ adhoc_filters: [...toList(form.adhoc_filters), ...added] });
  };
  return useDrill(subject, { onNarrow: narrow });
}
