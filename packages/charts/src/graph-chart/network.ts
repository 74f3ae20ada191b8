import { type ModelContext, msg, type Undrawn } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { undrawnOfFlows } from '../shared/flow-undrawn.ts';
import { buildFlows, type Flows } from '../shared/flows.ts';
import { type Point, placeByForces } from './force.ts';
import type { GraphForm } from './form.ts';

export interface Network extends Flows {
  /** Where each node lies, in a space of no particular size. */
  readonly places: readonly Point[];
  readonly categories: readonly string[];
}

/** More are not told apart, and take too long to be placed. */
const room = { mostNodes: 120, mostLinks: 300 };

/** Rows to points and lines. The same rows are always placed alike. */
export function toModel(results: readonly ResultTable[], context: ModelContext<GraphForm>): Network {
  const { form } = context;
  const given = {
    ...{ ...room, source: form.source, target: form.target, metric: form.metric },
    sourceCategory: form.source_category,
    targetCategory: form.target_category,
  };
  const flows = buildFlows(results[0], given, context);
  const names = flows.nodes.map(({ category }) => category).filter((name) => name !== null);
  return {
    ...flows,
    places: form.layout === 'circular' ? onCircle(flows.nodes.length) : placeByForces(flows, form),
    categories: [...new Set(names)],
  };
}

/** Evenly, clockwise from the top. */
function onCircle(count: number): readonly Point[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / Math.max(1, count) - Math.PI / 2;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
}

/** What leads from a name to itself has no length to be drawn. */
export function undrawnOf(network: Network): Undrawn | null {
  const count = network.links.filter(({ source, target }) => source === target).length;
  const title = { text: msg('{{count}} links from a name to itself are not drawn.'), values: { count } };
  return undrawnOfFlows(network) ?? (count > 0 ? { isAll: false, title } : null);
}
