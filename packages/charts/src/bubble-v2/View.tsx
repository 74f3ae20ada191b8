import type { CellValue } from '@powerset/contract';
import { useCallback } from 'react';
import type { MarkEvent } from '../shared/EChart.tsx';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
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
  return <PictureView {...props} cells={cells} selectionOf={selectionOf} />;
}
