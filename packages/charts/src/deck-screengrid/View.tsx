import { useMemo } from 'react';
import { MapView } from '../shared/maps/MapView.tsx';
import type { MapOptions } from '../shared/maps/map-picture.ts';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';

/** What flows together stands for no values of columns: a click on it is no filter. */
const noSelection = () => null;

export function View(props: ChartViewProps<PlaceModel, MapOptions>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return <MapView {...props} table={table} selectionOf={noSelection} />;
}
