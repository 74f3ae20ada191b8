/**
 * SANKEY. How much flows from one name to another, in columns of steps; circles have no place in it.
 * In: one row for each source and target. Out: ECharts options; a click on a flow filters by both of its ends.
 */

import type { ModelContext } from '@powerset/chart-kit';
import { defineChart } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { undrawnOfFlows } from '../shared/flow-undrawn.ts';
import { buildFlows, type Flows } from '../shared/flows.ts';
import { facts } from './facts.ts';
import { form, type SankeyForm } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

/** More are not told apart. */
const room = { mostNodes: 80, mostLinks: 200 };

const toModel = (results: readonly ResultTable[], context: ModelContext<SankeyForm>): Flows =>
  buildFlows(results[0], { ...context.form, ...room, isAcyclic: true }, context);

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (flows: Flows) => flows.count === 0,
  undrawnOf: undrawnOfFlows,
});
