import { formatTimeTitle, numberOfCell, readChartNotes } from '@powerset/chart-kit';
import { type ReactNode, useMemo } from 'react';
import { placeNotes, withNotes } from './series-notes.ts';
import type { SeriesOptions } from './series-options.ts';

export interface NotedSeriesProps {
  readonly options: SeriesOptions;
  /** Draws what it is given, with the notes in words beside the table of the figures. */
  readonly draw: (options: SeriesOptions, words: ReactNode) => ReactNode;
}

/** A chart of series with the notes that were put on it; only such charts load this. */
export function NotedSeries({ options, draw }: NotedSeriesProps) {
  const noted = useMemo(() => withNotes(options), [options]);
  const words = useMemo(() => <NoteList options={options} />, [options]);
  return draw(noted, words);
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
