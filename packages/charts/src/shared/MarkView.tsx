import type { CrossFilterSelection } from '@powerset/chart-kit';
import { type ReactNode, useCallback } from 'react';
import type { EChartOptions } from './base-options.ts';
import type { EChartProps, MarkEvent } from './EChart.tsx';
import { EquippedChart } from './EquippedChart.tsx';
import { figureOf } from './mark-event.ts';
import { factsOfSelection, type MarkFacts } from './mark-facts.ts';
import type { ChartViewProps } from './view-props.ts';

export interface MarkViewProps extends ChartViewProps<unknown, EChartOptions> {
  /** The same facts as a table. */
  readonly table: ReactNode;
  /** What a mark stands for as a filter. */
  readonly selectionOf: (event: MarkEvent) => CrossFilterSelection | null;
  /** What a mark says of the rows behind it, where that is more than its filter. */
  readonly factsOf?: ((event: MarkEvent) => MarkFacts | null) | undefined;
  /** Name and value of a mark in the chart's own formats. */
  readonly wordsOf?: EChartProps['wordsOf'];
  readonly brush?: EChartProps['brush'];
  readonly parts?: EChartProps['parts'];
  readonly overlay?: EChartProps['overlay'];
  readonly onPick: (clicked: CrossFilterSelection, event: MarkEvent) => void;
}

/** A chart of marks: a click on one is a filter, and so is what its menu is about. */
export function MarkView({ selectionOf, onPick, factsOf, ...props }: MarkViewProps) {
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
      onContextMenu?.({ ...at, ...toAsked(event, { selectionOf, factsOf }) }),
    [selectionOf, factsOf, onContextMenu],
  );
  return (
    <EquippedChart
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
      brush={props.brush}
      wordsOf={props.wordsOf}
      translate={props.translate}
      onRendered={props.onRendered}
      onRenderError={props.onRenderError}
    />
  );
}

function toAsked(event: MarkEvent | null, { selectionOf, factsOf }: Pick<MarkViewProps, 'selectionOf' | 'factsOf'>) {
  if (!event) return { selection: null, mark: null };
  const selection = selectionOf(event);
  if (factsOf) return { selection, mark: factsOf(event) };
  const figure = figureOf(event.value);
  return { selection, mark: selection && factsOfSelection(selection, figure === null ? null : String(figure)) };
}
