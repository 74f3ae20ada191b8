import { defaultTranslate, msg } from '@powerset/chart-kit';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import { type BrushChoices, filtersOfSlices } from '../shared/brush-choices.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import type { BrushedSpan } from '../shared/mark-event.ts';
import { PictureView } from '../shared/PictureView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import { useBrush } from '../shared/use-brush.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Bins } from './bins.ts';
import type { HistogramForm } from './form.ts';
import { edgeFormat } from './options.ts';

/** A bar stands for its group; its stretch of numbers is no value of a column. */
function selectionOfBar(model: Bins, { seriesId }: MarkEvent) {
  const group = model.groups[Number(seriesId.slice('group:'.length))];
  if (!group || model.dimensions.length === 0) return null;
  return toSelection(
    model.dimensions.map((name, at) => [name, group.keys[at] ?? null]),
    group.name,
  );
}

/** Bins hold their lower edge, the last one its upper edge too. */
function choicesOf({ edges, brushed }: Bins): BrushChoices | null {
  if (brushed === null || edges.length < 2) return null;
  const cuts = edges.map((value, at) => ({ op: at === edges.length - 1 ? ('>' as const) : ('>=' as const), value }));
  const brush = { column: brushed, kind: 'number' as const, cuts };
  return { brush, whole: filtersOfSlices(brush, { from: 0, to: cuts.length - 1 }) };
}

/** The bins over which somebody dragged, in whole. */
function binsIn({ edges }: Bins, { from, to }: BrushedSpan) {
  const last = edges.length - 2;
  const within = (bin: number) => Math.min(last, Math.max(0, Math.round(bin)));
  return { from: within(from), to: within(to) + 1 };
}

function useBinBrush(props: ChartViewProps<Bins, EChartOptions, HistogramForm>) {
  const { model, form, locale, translate = defaultTranslate } = props;
  const given = useMemo(() => {
    const choices = choicesOf(model);
    const edge = edgeFormat(model, { form, locale });
    return {
      axis: 'x' as const,
      choices,
      shareOf: (span: BrushedSpan) => {
        const bins = binsIn(model, span);
        const count = Math.max(1, model.edges.length - 1);
        return [bins.from / count, bins.to / count] as const;
      },
      choose: (span: BrushedSpan) => {
        const chosen = binsIn(model, span);
        if (!choices) return null;
        const ends = { from: edge(model.edges[chosen.from] ?? null), to: edge(model.edges[chosen.to] ?? null) };
        const isLast = chosen.to === model.edges.length - 1;
        const label = isLast ? `${ends.from} – ${ends.to}` : translate(msg('{{from}} to under {{to}}'), ends);
        return { chosen, selection: { filters: filtersOfSlices(choices.brush, chosen), selectedLabels: [], label } };
      },
    };
  }, [model, form, locale, translate]);
  return useBrush(props, given);
}

export function View(props: ChartViewProps<Bins, EChartOptions, HistogramForm>) {
  const { model, translate = defaultTranslate } = props;
  const selectionOf = useCallback((event: MarkEvent) => selectionOfBar(model, event), [model]);
  const cells = useCallback(
    () => [
      [translate(msg('From')), translate(msg('To')), ...model.groups.map(({ name }) => name)],
      ...model.edges
        .slice(1)
        .map((end, at) => [model.edges[at] ?? null, end, ...model.groups.map(({ values }) => values[at] ?? null)]),
    ],
    [model, translate],
  );
  const brush = useBinBrush(props);
  return <PictureView {...props} {...{ cells, selectionOf, brush }} />;
}
