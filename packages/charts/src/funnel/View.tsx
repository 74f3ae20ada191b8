import { type CrossFilterSelection, defaultTranslate, formatNumber } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { FactsTable } from '../shared/FactsTable.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import { singlePick } from '../shared/single-pick.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { FunnelForm } from './form.ts';
import { stepOfSeries } from './options.ts';
import type { Funnel } from './steps.ts';

const parts = [CustomChart];

/** What a step stands for as a filter. */
function selectionOfStep(model: Funnel, at: number) {
  const step = model.steps[at];
  if (!step || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, position) => [name, step.keys[position] ?? null]),
    step.name,
  );
}

export function View(props: ChartViewProps<Funnel, EChartOptions, FunnelForm>) {
  const { model, onSelect, selectedLabels, translate = defaultTranslate } = props;
  const selectionOf = useCallback(({ seriesId }: MarkEvent) => selectionOfStep(model, stepOfSeries(seriesId)), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) => onSelect?.(singlePick(clicked, selectedLabels)),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => {
    const share = (value: number | null) => (value === null ? '' : formatNumber('.1%', value));
    const rows = model.steps.map((step) => [step.name, String(step.value), share(step.share), share(step.kept)]);
    const head = [translate('Step'), model.metric, translate('Percentage'), translate('of the one before')];
    return <FactsTable head={head} rows={rows} />;
  }, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
