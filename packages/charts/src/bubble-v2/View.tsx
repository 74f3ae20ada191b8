import { defaultTranslate, msg, numberFormatter } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { useCallback, useMemo } from 'react';
import type { BrushChoices } from '../shared/brush-choices.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import type { BrushedSpan } from '../shared/mark-event.ts';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import { useBrush } from '../shared/use-brush.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Bubbles } from './bubbles.ts';
import type { BubbleForm } from './form.ts';
import { labelOfBubble } from './layers.ts';
import type { BubbleOptions } from './options.ts';

/** A bubble stands for its entity, and its kind where there are several. */
function selectionOfBubble(model: Bubbles, options: BubbleOptions, { seriesId, dataIndex }: MarkEvent) {
  const layer = options.layers.find(({ id }) => id === seriesId);
  const bubble = layer?.bubbles[dataIndex];
  if (!layer || !bubble) return null;
  const hasKind = model.series !== null && model.series !== model.entity;
  const pairs: readonly (readonly [string, CellValue])[] = [
    [model.entity, bubble.key],
    ...(hasKind ? [[model.series ?? '', layer.group.key] as const] : []),
  ];
  return toSelection(pairs, labelOfBubble(layer.group, bubble, model.series));
}

/** So many values can be named in a filter. */
const mostChosen = 1000;

/** What is dragged over stands for the values of its bubbles: no row has the sums and averages at which they lie. */
function choicesOf({ groups, entity, brushed, count }: Bubbles): BrushChoices | null {
  const keys = groups.flatMap(({ bubbles }) => bubbles.map(({ key }) => key));
  // A value of several bubbles could not be chosen in one of them alone.
  if (!brushed || count === 0 || count > mostChosen || new Set(keys).size < count) return null;
  const { filters } = selectionOfKeys(entity, keys);
  return { brush: { column: entity, kind: 'values', cuts: [] }, whole: filters };
}

function selectionOfKeys(column: string, keys: readonly CellValue[]) {
  return { filters: [{ column, op: 'IN' as const, values: keys }], selectedLabels: [] };
}

function useBubbleBrush(props: ChartViewProps<Bubbles, BubbleOptions, BubbleForm>) {
  const { model, form, locale, translate = defaultTranslate } = props;
  const given = useMemo(() => {
    const format = {
      x: numberFormatter(form.xAxisFormat, null, locale),
      y: numberFormatter(form.y_axis_format, null, locale),
    };
    return {
      axis: 'both' as const,
      choices: choicesOf(model),
      choose: ({ from, to, across = { from: 0, to: 0 } }: BrushedSpan) => {
        const inside = model.groups.flatMap(({ bubbles }) =>
          bubbles.filter(({ x, y }) => x >= from && x <= to && y >= across.from && y <= across.to),
        );
        if (inside.length === 0) return null;
        const values = inside.map(({ key }) => key);
        const words = {
          count: inside.length,
          x: `${model.x} ${format.x(from)} – ${format.x(to)}`,
          y: `${model.y} ${format.y(across.from)} – ${format.y(across.to)}`,
        };
        const label = inside.length === 1 ? inside[0]!.name : translate(msg('{{count}} with {{x}} and {{y}}'), words);
        return { chosen: { values }, selection: { ...selectionOfKeys(model.entity, values), label } };
      },
    };
  }, [model, form, locale, translate]);
  return useBrush(props, given);
}

export function View(props: ChartViewProps<Bubbles, BubbleOptions, BubbleForm>) {
  const { model, options } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfBubble(model, options, event), [model, options]);
  const cells = useCallback(
    () => [
      [model.entity, ...(model.series === null ? [] : [model.series]), model.x, model.y, model.size],
      ...model.groups.flatMap((group) =>
        group.bubbles.map(({ name, x, y, size }) => [name, ...(model.series === null ? [] : [group.name]), x, y, size]),
      ),
    ],
    [model],
  );
  const brush = useBubbleBrush(props);
  return <PictureView {...props} {...{ cells, selectionOf, brush }} />;
}
