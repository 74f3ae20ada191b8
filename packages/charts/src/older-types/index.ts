/**
 * OLDER TYPES. Forms of chart types that newer ones took the place of, read as forms of those.
 * In: a form as it was saved, under whatever key. Out: the form of a type of today; one that needs nothing is the same object.
 */
import type { ChartForm } from '@powerset/chart-kit';
import type { Fields, OlderType } from './fields.ts';
import { olderParts } from './parts.ts';
import { olderSeries } from './series.ts';

const olderTypes = new Map<string, OlderType>(Object.entries({ ...olderSeries, ...olderParts }));

/** A saved form as a chart type of today reads it: its `viz_type` is one that is drawn, its settings stand under today's names. */
export function modernForm(form: ChartForm): ChartForm;
export function modernForm(form: Fields): Fields;
export function modernForm(form: Fields): Fields {
  const older = olderTypes.get(String(form.viz_type));
  if (!older) return form;
  const key = typeof older.key === 'string' ? older.key : older.key(form);
  return { ...older.translate(form), viz_type: key };
}
