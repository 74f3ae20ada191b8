import { useMemo, useState } from 'react';
import { MapView } from '../shared/maps/MapView.tsx';
import { RowsTable } from '../shared/maps/RowsTable.tsx';
import type { ChartMenuLayer, ChartViewProps } from '../shared/view-props.ts';
import { LayerList } from './LayerList.tsx';
import type { ChartLayer, ChartLayers } from './layers.ts';
import { entryOf, isListOpen, type LayeredOptions } from './options.ts';

const noneHidden: ReadonlySet<string> = new Set();

export function View(props: ChartViewProps<ChartLayers, LayeredOptions>) {
  const { model, options, translate } = props;
  const [hidden, setHidden] = useState(noneHidden);
  const shown = useMemo(() => {
    const layers = options.picture.layers.filter((layer) => !hidden.has(entryOf(layer)));
    return { ...options, picture: { ...options.picture, layers } };
  }, [options, hidden]);
  const toggle = (id: string) =>
    setHidden((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const table = useMemo(
    () => model.layers.map((layer) => <RowsTable key={layer.id} table={layer.table} caption={layer.name} />),
    [model],
  );
  return (
    <MapView
      {...props}
      options={shown}
      table={table}
      layerOf={(hit) => layerOf(options.chartOf(hit))}
      panel={
        <LayerList
          entries={options.entries}
          hidden={hidden}
          isOpen={isListOpen(props)}
          onToggle={toggle}
          {...(translate ? { translate } : {})}
        />
      }
    />
  );
}

function layerOf(chart: ChartLayer | undefined): ChartMenuLayer | undefined {
  if (!chart) return undefined;
  const { id, name, definition, context } = chart;
  const { form, verboseNames, columnFormats } = context;
  return { id, name, definition, form, verboseNames, columnFormats };
}
