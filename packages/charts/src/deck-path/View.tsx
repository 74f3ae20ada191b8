import { useMemo } from 'react';
import type { LineModel } from '../shared/maps/line-model.ts';
import { selectionOfRow } from '../shared/maps/line-selection.ts';
import { MapView } from '../shared/maps/MapView.tsx';
import type { MapOptions } from '../shared/maps/map-picture.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import { partsOf } from './options.ts';

export function View(props: ChartViewProps<LineModel, MapOptions>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  const { marks } = useMemo(() => partsOf(model), [model]);
  return (
    <MapView
      {...props}
      table={table}
      selectionOf={({ index }) => selectionOfRow(model.table, model.rows[marks[index] ?? -1], model.column)}
    />
  );
}
