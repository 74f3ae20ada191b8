import { useMemo } from 'react';
import type { toCellOptions } from '../shared/maps/cell-picture.ts';
import { selectionOfCell } from '../shared/maps/cell-selection.ts';
import { MapView } from '../shared/maps/MapView.tsx';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';

export function View(props: ChartViewProps<PlaceModel, ReturnType<typeof toCellOptions>>) {
  const { model, options } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return <MapView {...props} table={table} selectionOf={({ index }) => selectionOfCell(model, options.cells, index)} />;
}
