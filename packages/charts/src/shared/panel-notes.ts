import { type ChartForm, readChartNote, toList, withFields } from '@powerset/chart-kit';
import type { NoteTarget, Noting } from './noting.ts';

export interface PanelNotes {
  readonly form: ChartForm;
  readonly noting: Noting | undefined;
}

/** The notes of one panel: those of all panels and its own; what is pointed at in it is about it. */
export function notesWithin(name: string, form: ChartForm, noting: Noting | undefined): PanelNotes {
  const all = toList(form.chart_notes);
  const places = all.flatMap((entry, index) => {
    const panel = readChartNote(entry)?.panel ?? null;
    return panel === null || panel === name ? [index] : [];
  });
  const isWhole = places.length === all.length;
  const own = isWhole ? form : withFields(form, { chart_notes: places.map((index) => all[index]) });
  if (!noting) return { form: own, noting };
  const inForm = (target: NoteTarget): NoteTarget =>
    target.kind === 'note' ? { ...target, index: places[target.index] ?? target.index } : target;
  return {
    form: own,
    noting: {
      ...noting,
      onPlace: (place, at) => noting.onPlace(place.kind === 'note' ? { ...place, panel: name } : place, at),
      onOpen: (target, at) => noting.onOpen(inForm(target), at),
      onMove: (target, place) => noting.onMove(inForm(target), place),
      onRemove: (target) => noting.onRemove(inForm(target)),
    },
  };
}
