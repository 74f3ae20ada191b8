import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import { EChart, type MarkEvent } from '../shared/EChart.tsx';
import { toSelection } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Slices } from './slices.ts';

export { preparePie as prepare } from '../shared/prepare-drawing.ts';

/** What a slice stands for as a filter. */
export function selectionOfSlice(model: Slices, index: number) {
  const slice = model.slices[index];
  if (!slice || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, position) => [name, slice.keys[position] ?? null]),
    slice.name,
  );
}

export function View(props: ChartViewProps<Slices, EChartOptions>) {
  const { model, onSelect, onContextMenu, selectedLabels } = props;
  const handleClick = useCallback(
    (event: MarkEvent) => {
      const clicked = selectionOfSlice(model, event.dataIndex);
      if (clicked) onSelect?.(selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked);
    },
    [model, onSelect, selectedLabels],
  );
  const handleMenu = useCallback(
    (event: MarkEvent | null, at: { clientX: number; clientY: number }) =>
      onContextMenu?.({ ...at, selection: event ? selectionOfSlice(model, event.dataIndex) : null }),
    [model, onContextMenu],
  );
  const table = useMemo(
    () => (
      <table>
        <tbody>
          {model.slices.slice(0, 100).map((slice) => (
            <tr key={slice.name}>
              <th scope="row">{slice.name}</th>
              <td>{slice.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
    [model],
  );
  return (
    <EChart
      option={props.options.option}
      marks={props.options.marks}
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
