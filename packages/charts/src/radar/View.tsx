import { type CrossFilterSelection, defaultTranslate } from '@powerset/chart-kit';
import { RadarChart } from 'echarts/charts';
import { RadarComponent } from 'echarts/components';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { FactsTable } from '../shared/FactsTable.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import { singlePick } from '../shared/single-pick.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { RadarForm } from './form.ts';
import type { Profiles } from './profiles.ts';

const parts = [RadarChart, RadarComponent];

/** What a group stands for as a filter. */
function selectionOfProfile(model: Profiles, index: number) {
  const profile = model.profiles[index];
  if (!profile || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, position) => [name, profile.keys[position] ?? null]),
    profile.name,
  );
}

export function View(props: ChartViewProps<Profiles, EChartOptions, RadarForm>) {
  const { model, onSelect, selectedLabels, translate = defaultTranslate } = props;
  const selectionOf = useCallback(({ dataIndex }: MarkEvent) => selectionOfProfile(model, dataIndex), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) => onSelect?.(singlePick(clicked, selectedLabels)),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => {
    const rows = model.profiles.map(({ name, values }) => [name, ...values.map((value) => String(value ?? ''))]);
    return <FactsTable head={[translate('Name'), ...model.spokes.map(({ name }) => name)]} rows={rows} />;
  }, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
