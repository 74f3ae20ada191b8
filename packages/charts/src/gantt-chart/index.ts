/**
 * GANTT CHART. Rows with a beginning and an end as bars over time, in lanes in which none lies on another.
 * In: the rows as they are. Out: ECharts options of bars with both ends given.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { isEmpty, toModel } from './tasks.ts';
import { undrawnOf } from './undrawn.ts';

export const chart = defineChart({ ...facts, form, toQueries, toModel, toOptions, isEmpty, undrawnOf });
