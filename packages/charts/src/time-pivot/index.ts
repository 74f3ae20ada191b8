/**
 * TIME-SERIES PERIOD PIVOT. One measure over time, cut into periods that are laid over the newest of them.
 * In: one row for each step of time. Out: ECharts options. Drawing is shared with line, bar and area charts.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { isEmpty, toModel } from './periods.ts';
import { toQueries } from './query.ts';
import { undrawnOf } from './undrawn.ts';

export const chart = defineChart({ ...facts, form, toQueries, toModel, toOptions, isEmpty, undrawnOf });
