import { useMemo } from 'react';
import { selectionOfRow } from '../shared/maps/line-selection.ts';
import { MapView } from '../shared/maps/MapView.tsx';
import type { MapOptions } from '../shared/maps/map-picture.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Areas } from './areas.ts';

export function View(props: ChartViewProps<Areas, MapOptions>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return (
    <MapView
      {...props}
      table={table}
      selectionOf={({ index }) => selectionOfRow(model.table, model.rows[index], model.column)}
    />
  );
}
