/**
 * BIG NUMBER WITH TIME PERIOD COMPARISON. One figure, that of an earlier period, and what lies between them.
 * In: one row with the metric and its earlier value. Out: texts, sizes and colours; drawn in plain HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { isEmpty, toModel, undrawnOf } from './comparison.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({ ...facts, form, toQueries, toModel, toOptions, isEmpty, undrawnOf });
