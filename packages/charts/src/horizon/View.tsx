import { defaultTranslate, formatTime, msg } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback } from 'react';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { HorizonForm } from './form.ts';
import type { HorizonOptions } from './options.ts';
import type { Strips } from './strips.ts';

const parts = [CustomChart];

/** A strip stands for the values of its dimensions. */
function selectionOfStrip(model: Strips, options: HorizonOptions, { seriesId, dataIndex }: MarkEvent) {
  const strip = seriesId === 'strips' ? options.shown[dataIndex] : undefined;
  if (!strip || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, at) => [name, strip.keys[at] ?? null]),
    strip.name,
  );
}

export function View(props: ChartViewProps<Strips, HorizonOptions, HorizonForm>) {
  const { model, options, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfStrip(model, options, event), [model, options]);
  const cells = useCallback(
    () => [
      [translate(msg('Time')), ...model.strips.map(({ name }) => name)],
      ...model.times.map((ms, at) => [
        formatTime('smart_date', ms),
        ...model.strips.map(({ values }) => values[at] ?? null),
      ]),
    ],
    [model, translate],
  );
  return <PictureView {...props} parts={parts} cells={cells} selectionOf={selectionOf} />;
}
