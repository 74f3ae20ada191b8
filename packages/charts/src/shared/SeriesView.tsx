import { type CrossFilterSelection, labelOfCell } from '@powerset/chart-kit';
import { useCallback, useMemo, useRef } from 'react';
import { EChart, type MarkEvent } from './EChart.tsx';
import type { SeriesModel } from './series-model.ts';
import type { SeriesOptions } from './series-options.ts';
import { selectionOfMark, toggleSelection } from './series-selection.ts';
import type { ChartViewProps } from './view-props.ts';

const maxTableRows = 100;

/** Draws line, bar and area charts; a click on a mark is a filter. */
export function SeriesView(props: ChartViewProps<SeriesModel, SeriesOptions>) {
  const { model, options, onSelect, selectedLabels, onContextMenu } = props;
  const currentRef = useRef<CrossFilterSelection | null>(null);
  if (selectedLabels.length === 0) currentRef.current = null;
  const handleClick = useCallback(
    (event: MarkEvent) => {
      const clicked = selectionOfMark(model, options.plot, event);
      if (!clicked || !onSelect) return;
      const next = toggleSelection(clicked, selectedLabels, event.isAdding ? currentRef.current : null);
      currentRef.current = next;
      onSelect(next);
    },
    [model, options, onSelect, selectedLabels],
  );
  const handleMenu = useCallback(
    (event: MarkEvent | null, at: { clientX: number; clientY: number }) => {
      const selection = event ? selectionOfMark(model, options.plot, event) : null;
      onContextMenu?.({ ...at, selection });
    },
    [model, options, onContextMenu],
  );
  const table = useMemo(() => <SeriesTable model={model} options={options} />, [model, options]);
  return (
    <EChart
      option={options.option}
      marks={options.marks}
      theme={props.theme}
      width={props.width}
      height={props.height}
      label={props.title ?? props.definition.name}
      table={table}
      onMarkClick={handleClick}
      onMarkMenu={onContextMenu ? handleMenu : undefined}
      onRendered={props.onRendered}
      onRenderError={props.onRenderError}
    />
  );
}

function SeriesTable({ model, options }: { readonly model: SeriesModel; readonly options: SeriesOptions }) {
  const { plot } = options;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{model.axis.label}</th>
          {plot.series.map((series) => (
            <th key={series.id} scope="col">
              {series.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {plot.xs.slice(0, maxTableRows).map((x, index) => (
          <tr key={labelOfCell(x)}>
            <th scope="row">{plot.labels[index]}</th>
            {plot.series.map((series) => (
              <td key={series.id}>{plot.format(series.values[index] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
