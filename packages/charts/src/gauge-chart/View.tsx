import { type CrossFilterSelection, defaultTranslate, isRecord } from '@powerset/chart-kit';
import { CustomChart, GaugeChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { FactsTable } from '../shared/FactsTable.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import { singlePick } from '../shared/single-pick.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { GaugeForm } from './form.ts';
import type { Readings } from './readings.ts';

const parts = [GaugeChart, CustomChart];

/** What an arc, a pointer or an entry of the list stands for as a filter. */
function selectionOfReading(model: Readings, { data }: MarkEvent) {
  const reading = isRecord(data) && typeof data.at === 'number' ? model.readings[data.at] : undefined;
  if (!reading || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, position) => [name, reading.keys[position] ?? null]),
    reading.name,
  );
}

export function View(props: ChartViewProps<Readings, EChartOptions, GaugeForm>) {
  const { model, onSelect, selectedLabels, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfReading(model, event), [model]);
  const pick = useCallback(
    (clicked: CrossFilterSelection) => onSelect?.(singlePick(clicked, selectedLabels)),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => {
    const rows = model.readings.map(({ name, value }) => [name, String(value)]);
    return <FactsTable head={[translate('Name'), model.metric]} rows={rows} />;
  }, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
