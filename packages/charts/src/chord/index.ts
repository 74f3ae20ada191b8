/**
 * CHORD. What names send each other, as ribbons across a circle; ways there and back, and to itself.
 * In: one row for each source and target. Out: ECharts options; a click on a ribbon filters by both of its ends.
 */
import { defineChart, type ModelContext } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { undrawnOfFlows } from '../shared/flow-undrawn.ts';
import { buildFlows, type Flows } from '../shared/flows.ts';
import { facts } from './facts.ts';
import { type ChordForm, form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

/** More are not told apart. */
const room = { mostNodes: 40, mostLinks: 300 };

const toModel = (results: readonly ResultTable[], { form, ...context }: ModelContext<ChordForm>): Flows =>
  buildFlows(results[0], { ...room, source: form.groupby, target: form.columns, metric: form.metric }, context);

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (flows: Flows) => flows.count === 0,
  undrawnOf: undrawnOfFlows,
});
