import type { CrossFilterSelection } from '@powerset/chart-kit';
import { type ReactNode, useCallback } from 'react';
import type { EChartOptions } from './base-options.ts';
import { EChart, type EChartProps, type MarkEvent } from './EChart.tsx';
import type { ChartViewProps } from './view-props.ts';

export interface MarkViewProps extends ChartViewProps<unknown, EChartOptions> {
  /** The same facts as a table. */
  readonly table: ReactNode;
  /** What a mark stands for as a filter. */
  readonly selectionOf: (event: MarkEvent) => CrossFilterSelection | null;
  readonly parts?: EChartProps['parts'];
  readonly overlay?: EChartProps['overlay'];
  readonly onPick: (clicked: CrossFilterSelection, event: MarkEvent) => void;
}

/** A chart of marks: a click on one is a filter, and so is what its menu is about. */
export function MarkView({ selectionOf, onPick, ...props }: MarkViewProps) {
  const { onSelect, onContextMenu } = props;
  const handleClick = useCallback(
    (event: MarkEvent) => {
      const clicked = onSelect ? selectionOf(event) : null;
      if (clicked) onPick(clicked, event);
    },
    [onSelect, selectionOf, onPick],
  );
  const handleMenu = useCallback(
    (event: MarkEvent | null, at: { clientX: number; clientY: number }) =>
      onContextMenu?.({ ...at, selection: event ? selectionOf(event) : null }),
    [selectionOf, onContextMenu],
  );
  return (
    <EChart
      parts={props.parts}
      option={props.options.option}
      marks={props.options.marks}
      theme={props.theme}
      width={props.width}
      height={props.height}
      label={props.title ?? props.definition.name}
      statement={props.options.statement}
      table={props.table}
      overlay={props.overlay}
      onMarkClick={handleClick}
      onMarkMenu={onContextMenu ? handleMenu : undefined}
      onRendered={props.onRendered}
      onRenderError={props.onRenderError}
    />
  );
}
