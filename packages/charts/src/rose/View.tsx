import { type CrossFilterSelection, isRecord } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { FactsTable } from '../shared/FactsTable.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { singlePick } from '../shared/single-pick.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { RoseForm } from './form.ts';
import { selectionOfMark } from './marks.ts';
import type { Sectors } from './sectors.ts';

const parts = [CustomChart];

export function View(props: ChartViewProps<Sectors, EChartOptions, RoseForm>) {
  const { model, onSelect, selectedLabels } = props;
  const selectionOf = useCallback(
    ({ data }: MarkEvent) =>
      isRecord(data) && typeof data.layer === 'number' && typeof data.at === 'number'
        ? selectionOfMark(model, data.layer, data.at)
        : null,
    [model],
  );
  const pick = useCallback(
    (clicked: CrossFilterSelection) => onSelect?.(singlePick(clicked, selectedLabels)),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => {
    const rows = model.sectors.map(({ name, values }) => [name, ...values.map((value) => String(value ?? ''))]);
    return <FactsTable head={[model.axis, ...model.layers.map(({ name }) => name)]} rows={rows} />;
  }, [model]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
