import { formatTimeTitle, numberOfCell, readChartNotes } from '@powerset/chart-kit';
import type { EChartsType } from 'echarts/core';
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import type { Noting } from './noting.ts';
import { placeNotes, withNotes } from './series-notes.ts';
import type { SeriesOptions } from './series-options.ts';

/** What notes add to the drawing of a chart. */
export interface NotedParts {
  /** The notes in words, beside the table of the figures. */
  readonly words: ReactNode;
  readonly overlay: ((chart: EChartsType) => ReactNode) | undefined;
}

export interface NotedSeriesProps {
  readonly options: SeriesOptions;
  readonly noting: Noting | undefined;
  readonly isTemporal: boolean;
  readonly draw: (options: SeriesOptions, parts: NotedParts) => ReactNode;
}

/** Only where notes may be changed. */
const NoteOverlay = lazy(async () => ({ default: (await import('./NoteOverlay.tsx')).NoteOverlay }));

/** A chart of series with the notes that were put on it; only such charts load this. */
export function NotedSeries({ options, noting, isTemporal, draw }: NotedSeriesProps) {
  const noted = useMemo(() => withNotes(options), [options]);
  const words = useMemo(() => <NoteList options={options} />, [options]);
  const overlay = useCallback(
    (chart: EChartsType) =>
      noting ? (
        <Suspense fallback={null}>
          <NoteOverlay {...{ chart, noting, isTemporal }} options={noted} />
        </Suspense>
      ) : null,
    [noted, noting, isTemporal],
  );
  return draw(noted, { words, overlay: noting ? overlay : undefined });
}

/** The notes for those who cannot see the picture. */
function NoteList({ options: { plot, context } }: { readonly options: SeriesOptions }) {
  const grain = context.form.time_grain_sqla;
  const nameOf = (step: number) => formatTimeTitle(numberOfCell(plot.xs[step]) ?? 0, grain, context);
  return (
    <ul>
      {placeNotes(readChartNotes(context.form), plot, grain).map(({ index, note, from, to, series }) => (
        <li key={index}>
          {[nameOf(from), ...(to === from ? [] : [nameOf(to)])].join(' – ')}
          {series ? `, ${series.name}` : ''}: {note.text}
        </li>
      ))}
    </ul>
  );
}
