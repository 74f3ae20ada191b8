import { useMemo } from 'react';
import { MapView } from '../shared/maps/MapView.tsx';
import type { MapOptions } from '../shared/maps/map-picture.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { ScatterForm } from './form.ts';
import type { Points } from './points.ts';
import { selectionOfPoint } from './selection.ts';

export function View(props: ChartViewProps<Points, MapOptions, ScatterForm>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return <MapView {...props} table={table} selectionOf={({ index }) => selectionOfPoint(model, index)} />;
}
