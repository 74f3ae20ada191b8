import type { ResultTable } from '@powerset/contract';
import { useMemo } from 'react';
import type { ChartViewProps } from '../view-props.ts';
import { MapView } from './MapView.tsx';
import type { MapOptions } from './map-picture.ts';
import { RowsTable } from './RowsTable.tsx';

/** A map of the rows of one answer, which are its table too. */
export function RowsMap(props: ChartViewProps<{ readonly table: ResultTable }, MapOptions>) {
  const { table } = props.model;
  return <MapView {...props} table={useMemo(() => <RowsTable table={table} />, [table])} />;
}
