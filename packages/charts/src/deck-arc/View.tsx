import { useMemo } from 'react';
import { MapView } from '../shared/maps/MapView.tsx';
import type { MapOptions } from '../shared/maps/map-picture.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Arcs } from './arcs.ts';
import { selectionOfArc } from './options.ts';

export function View(props: ChartViewProps<Arcs, MapOptions>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return <MapView {...props} table={table} selectionOf={({ index }) => selectionOfArc(model, index)} />;
}
