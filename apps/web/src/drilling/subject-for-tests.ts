import { type ChartForm, completeForm } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import type { DrillSubject } from './subject.ts';

/** A chart whose marks are looked behind, with its form filled up as a page does it. */
export async function subjectOf(form: ChartForm): Promise<DrillSubject> {
  const definition = await chartTypes.load(form.viz_type);
  if (!definition) throw new Error(form.viz_type);
  return {
    ...{ title: 'Revenue', chartId: 1, dashboardId: null, datasource: { id: 7, type: 'table' } },
    definition,
    form: completeForm(definition, form),
    temporalColumns: ['ordered_at'],
    verboseNames: {},
  };
}
