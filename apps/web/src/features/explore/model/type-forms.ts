import {
  type ChartDefinition,
  type ChartForm,
  completeForm,
  type FormContext,
  transformForm,
} from '@powerset/chart-kit';
import { withBarDefaults } from './bar-defaults.ts';
import { type Hydration, hydrateForm } from './hydrate.ts';

/** The form that another type is to take over. */
export interface TakenForm {
  readonly before: ChartForm;
  readonly from: ChartDefinition;
  /** The chart was never saved. */
  readonly isNew: boolean;
  readonly context: FormContext;
}

type Fields = Readonly<Record<string, unknown>>;

/** A form as that of another type, with what was suggested for it: what can be carried over is. */
export function formOfType(
  next: ChartDefinition,
  fields: Fields | undefined,
  { before, from, isNew, context }: TakenForm,
): ChartForm {
  const carried = next.key === from.key ? before : transformForm(from, next, { form: before, context });
  const after = fields ? completeForm(next, { ...carried, ...fields }, context) : carried;
  return withBarDefaults({ before, after, isNew, context });
}

/** The form of a new chart that begins with some fields. */
export function newForm(given: Fields, hydration: Hydration): ChartForm {
  const after = hydrateForm(given, hydration);
  const isTurned = 'orientation' in given;
  const blank = { viz_type: '' };
  return isTurned ? after : withBarDefaults({ before: blank, after, isNew: true, context: hydration.formContext });
}
