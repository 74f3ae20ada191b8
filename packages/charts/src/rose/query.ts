import { timeSeriesQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { type RoseForm, toSeriesForm } from './form.ts';

/** The metrics over time, or over the values of a column, one column of the result for each group. */
export const toQueries = (form: RoseForm): readonly QueryObject[] => [timeSeriesQuery(toSeriesForm(form))];
