import { useMemo } from 'react';
import type { ChartViewProps } from '../view-props.ts';
import type { ClusterModel } from './cluster-model.ts';
import { type ClusterLayer, selectionOfCluster } from './cluster-options.ts';
import type { Cluster } from './clusters.ts';
import { MapView } from './MapView.tsx';
import type { MapHit } from './map-hits.ts';
import type { MapOptions } from './map-picture.ts';
import { RowsTable } from './RowsTable.tsx';

/** The only layer of these maps is that of their circles. */
const clusterOf = ({ layer, index }: MapHit): Cluster | undefined => (layer as ClusterLayer).clusters[index];

/** Circles of places: one of several is looked at more closely, a lone one is a filter. */
export function ClusterView(props: ChartViewProps<ClusterModel, MapOptions>) {
  const { model } = props;
  const table = useMemo(() => <RowsTable table={model.table} />, [model]);
  return (
    <MapView
      {...props}
      table={table}
      selectionOf={(hit) => selectionOfCluster(model, clusterOf(hit))}
      viewOfHit={(hit) => viewOf(clusterOf(hit))}
      fieldsOfView={({ longitude, latitude, zoom }) => ({
        viewport_longitude: longitude,
        viewport_latitude: latitude,
        viewport_zoom: zoom,
      })}
    />
  );
}

function viewOf(one: Cluster | undefined) {
  if (!one || one.apartAt === null) return null;
  return { longitude: one.longitude, latitude: one.latitude, zoom: one.apartAt };
}
