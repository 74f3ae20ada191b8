import type { FlowNode, Flows } from '../shared/flows.ts';

export interface Steps {
  /** The column in which a node stands. */
  readonly of: (node: FlowNode) => number;
  readonly last: number;
  /** How many nodes stand in each column. */
  readonly counts: readonly number[];
}

/** The columns of the nodes: as many steps from a beginning as the longest way has; ends stand in the last one. */
export function stepsOf({ nodes, links }: Flows): Steps {
  const steps = nodes.map(() => 0);
  const open = nodes.map(({ id }) => links.filter(({ target }) => target === id).length);
  const ready = nodes.filter(({ id }) => open[id] === 0).map(({ id }) => id);
  for (const id of ready)
    for (const link of links) {
      if (link.source !== id) continue;
      steps[link.target] = Math.max(steps[link.target] ?? 0, (steps[id] ?? 0) + 1);
      open[link.target] = (open[link.target] ?? 0) - 1;
      if (open[link.target] === 0) ready.push(link.target);
    }
  const last = Math.max(0, ...steps);
  const of = ({ id, out }: FlowNode) => (out === 0 ? last : (steps[id] ?? 0));
  const counts = Array.from({ length: last + 1 }, (_, step) => nodes.filter((node) => of(node) === step).length);
  return { of, last, counts };
}
