import { type ChartForm, timeSeriesQuery } from '@powerset/chart-kit';

export const toQueries = (form: ChartForm) => [timeSeriesQuery(form)];
