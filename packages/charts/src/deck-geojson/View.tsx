import { useMemo } from 'react';
import { selectionOfRow } from '../shared/maps/line-selection.ts';
import { MapView } from '../shared/maps/MapView.tsx';
import type { MapHit } from '../shared/maps/map-hits.ts';
import type { MapOptions } from '../shared/maps/map-picture.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Features } from './features.ts';

/** The feature that was hit, by the layer of its kind of shape. */
function featureOf({ areas, lines, points }: Features, { layer, index }: MapHit): number {
  const shapes = { areas, paths: lines, points };
  const list = layer.kind in shapes ? shapes[layer.kind as keyof typeof shapes] : [];
  return list[index]?.feature ?? -1;
}

export function View(props: ChartViewProps<Features, MapOptions>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return (
    <MapView
      {...props}
      table={table}
      selectionOf={(hit) => selectionOfRow(model.table, model.features[featureOf(model, hit)]?.row, model.column)}
    />
  );
}
