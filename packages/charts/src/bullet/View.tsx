import { defaultTranslate } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import { FactsTable } from '../shared/FactsTable.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { BulletForm } from './form.ts';
import type { Measure } from './measure.ts';

const parts = [CustomChart];

/** The one value stands for everything, and so for no filter. */
const nothing = () => null;
const ignore = () => undefined;

export function View(props: ChartViewProps<Measure, EChartOptions, BulletForm>) {
  const { model, translate = defaultTranslate } = props;
  const table = useMemo(() => {
    const rows = [
      [model.name, String(model.value ?? '')],
      ...model.ranges.map(({ label, from, to }) => [label || translate('Range'), `${from} – ${to}`]),
      ...model.markers.map(({ label, value }) => [label || translate('Marker'), String(value)]),
    ];
    return <FactsTable head={[translate('Name'), translate('Value')]} rows={rows} />;
  }, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={nothing} onPick={ignore} />;
}
