import { type CrossFilterSelection, labelOfCell } from '@powerset/chart-kit';
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react';
import type { MarkEvent } from './EChart.tsx';
import { MarkView } from './MarkView.tsx';
import type { Brush, BrushedSpan } from './mark-event.ts';
import type { NotedParts } from './NotedSeries.tsx';
import type { BrushedAxis } from './series-brush.ts';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import type { SeriesOptions } from './series-options.ts';
import type { Plot } from './series-plot.ts';
import { factsOfMark, selectionOfMark, toggleSelection } from './series-selection.ts';
import type { ChartViewProps } from './view-props.ts';

const maxTableRows = 100;

type Props = ChartViewProps<SeriesModel, SeriesOptions, SeriesForm>;

/** Only charts with notes need what draws them. */
const NotedSeries = lazy(async () => ({ default: (await import('./NotedSeries.tsx')).NotedSeries }));

/** Draws line, bar and area charts; a click on a mark is a filter. */
export function SeriesView(props: Props) {
  const { options } = props;
  if (options.context.form.chart_notes.length === 0 && !props.noting) return <DrawnSeries {...props} />;
  return (
    <Suspense fallback={null}>
      <NotedSeries
        options={options}
        noting={props.noting}
        isTemporal={props.model.axis.kind === 'temporal'}
        draw={(noted, rest) => <DrawnSeries {...props} options={noted} {...rest} />}
      />
    </Suspense>
  );
}

function DrawnSeries({ words, overlay, ...props }: Props & Partial<NotedParts>) {
  const { model, options, onSelect, selectedLabels } = props;
  const currentRef = useRef<CrossFilterSelection | null>(null);
  if (selectedLabels.length === 0) currentRef.current = null;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfMark(model, options.plot, event), [model, options]);
  const factsOf = useCallback(
    (event: MarkEvent) => factsOfMark({ model, plot: options.plot, form: options.context.form }, event),
    [model, options],
  );
  const wordsOf = useCallback((event: MarkEvent) => wordsOfMark(options.plot, event), [options]);
  const pick = useCallback(
    (clicked: CrossFilterSelection, { isAdding }: MarkEvent) => {
      const next = toggleSelection(clicked, selectedLabels, isAdding ? currentRef.current : null);
      currentRef.current = next;
      onSelect?.(next);
    },
    [onSelect, selectedLabels],
  );
  const table = useMemo(
    () => (
      <>
        <SeriesTable model={model} options={options} />
        {words}
      </>
    ),
    [model, options, words],
  );
  const brush = useBrush(props);
  return <MarkView {...props} {...{ table, overlay, selectionOf, factsOf, wordsOf, brush }} onPick={pick} />;
}

/** A stretch of an axis of times or numbers filters other charts; one of times has a menu as a mark has. */
function useBrush({ model, options, onSelect, onContextMenu, noting, brushing }: Props): Brush | undefined {
  const hasRange = useRef(false);
  const openAxis = useBrushedAxis(model, options);
  const follow = useCallback(
    async (span: BrushedSpan | null | 'near') => {
      // Waits for nothing once it is there, so that a move is followed in its own frame.
      const { choices, rangeOf } = openAxis.opened ?? (await openAxis.open());
      if (!choices) return;
      if (span === 'near') brushing?.ready(choices);
      else brushing?.move(choices, span && (rangeOf(span)?.chosen ?? null));
    },
    [openAxis, brushing],
  );
  const choose = useCallback(
    async (span: BrushedSpan | null, at: { readonly clientX: number; readonly clientY: number }) => {
      if (span === null) {
        if (hasRange.current) onSelect?.(null);
        hasRange.current = false;
        return;
      }
      const range = (openAxis.opened ?? (await openAxis.open())).rangeOf(span);
      if (!range) return void follow(null);
      hasRange.current = onSelect !== undefined;
      onSelect?.(range.selection);
      const { selection, mark } = range;
      if (mark) onContextMenu?.({ clientX: at.clientX, clientY: at.clientY, selection, mark });
    },
    [openAxis, onSelect, onContextMenu, follow],
  );
  const isBrushed =
    model.axis.kind === 'temporal' ? onSelect || onContextMenu : onSelect && model.axis.kind === 'number';
  if (!isBrushed || noting?.isAdding) return undefined;
  return {
    axis: options.plot.isHorizontal ? 'y' : 'x',
    // With a slider, dragging moves what is looked at.
    isDragged: !options.context.form.zoomable,
    onBrush: (span, at) => void choose(span, at),
    onDrag: brushing && ((span) => void follow(span)),
    onNear: brushing && (() => void follow('near')),
  };
}

/** What can be chosen of the axis, worked out when it is first wanted. */
function useBrushedAxis(model: SeriesModel, options: SeriesOptions) {
  return useMemo(() => {
    const axis: { opened: BrushedAxis | null; readonly open: () => Promise<BrushedAxis> } = {
      opened: null,
      open: async () => {
        const { brushedAxis } = await import('./series-brush.ts');
        axis.opened ??= brushedAxis(model, options.plot);
        return axis.opened;
      },
    };
    return axis;
  }, [model, options]);
}

/** Place, series and figure of a mark. */
function wordsOfMark(plot: Plot, { seriesId, dataIndex }: MarkEvent): string | null {
  const series = plot.series.find(({ id }) => id === seriesId);
  const place = plot.labels[dataIndex];
  if (!series || place === undefined) return null;
  return `${place}, ${series.name}: ${(series.format ?? plot.format)(series.values[dataIndex] ?? null)}`;
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
              <td key={series.id}>{(series.format ?? plot.format)(series.values[index] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
