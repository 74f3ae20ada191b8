import { defaultTranslate, msg } from '@powerset/chart-kit';
import { useCallback } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Bins } from './bins.ts';
import type { HistogramForm } from './form.ts';

/** A bar stands for its group; its stretch of numbers is no value of a column. */
function selectionOfBar(model: Bins, { seriesId }: MarkEvent) {
  const group = model.groups[Number(seriesId.slice('group:'.length))];
  if (!group || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, at) => [name, group.keys[at] ?? null]),
    group.name,
  );
}

export function View(props: ChartViewProps<Bins, EChartOptions, HistogramForm>) {
  const { model, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfBar(model, event), [model]);
  const cells = useCallback(
    () => [
      [translate(msg('From')), translate(msg('To')), ...model.groups.map(({ name }) => name)],
      ...model.edges
        .slice(1)
        .map((end, at) => [model.edges[at] ?? null, end, ...model.groups.map(({ values }) => values[at] ?? null)]),
    ],
    [model, translate],
  );
  return <PictureView {...props} cells={cells} selectionOf={selectionOf} />;
}
