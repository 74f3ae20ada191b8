/**
 * WATERFALL CHART. One measure as steps up and down, each from where the one before it ended, with totals.
 * In: one row for each position and part. Out: ECharts options of bars with both ends given.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { isEmpty, toModel } from './steps.ts';
import { undrawnOf } from './undrawn.ts';

export const chart = defineChart({ ...facts, form, toQueries, toModel, toOptions, isEmpty, undrawnOf });
