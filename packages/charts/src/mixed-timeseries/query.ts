import { timeSeriesQuery } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import type { MixedForm } from './form.ts';
import { partsOf } from './parts.ts';

/** Two questions about the same x-axis. */
export const toQueries = (form: MixedForm): readonly QueryObject[] => partsOf(form).map(timeSeriesQuery);
