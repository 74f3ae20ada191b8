import { tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { flowOfMark, litFlows, selectionOfFlow } from './flow-picking.ts';
import { undrawnOfFlows } from './flow-undrawn.ts';
import { buildFlows, type FlowsGiven, nameOfLink } from './flows.ts';

type Row = readonly [string | null, string | null, number | null];

const given: FlowsGiven = { source: 'from', target: 'to', metric: 'value', mostNodes: 50, mostLinks: 100 };
const flowsOf = (rows: readonly Row[], more: Partial<FlowsGiven> = {}) =>
  buildFlows(tableFromRows(rows.map(([from, to, value]) => ({ from, to, value }))), { ...given, ...more }, {});
const namesOf = (flows: ReturnType<typeof flowsOf>) => flows.links.map((link) => nameOfLink(flows, link));

describe('links between names', () => {
  it('add up by their ends, the largest first; a name in both columns is one', () => {
    const flows = flowsOf([
      ['a', 'b', 5],
      ['b', 'c', 9],
      ['a', 'b', 6],
      [null, 'c', 1],
    ]);
    expect(flows.links.map(({ value }) => value)).toEqual([11, 9, 1]);
    expect(namesOf(flows)).toEqual(['a → b', 'b → c', '<NULL> → c']);
    expect(flows.nodes.find(({ name }) => name === 'b')).toMatchObject({ in: 11, out: 9 });
    expect(undrawnOfFlows(flows)).toBeNull();
  });

  it('leave out what leads back in a circle, the smallest of each, and name it', () => {
    const flows = flowsOf(
      [
        ['a', 'b', 5],
        ['b', 'c', 4],
        ['c', 'a', 3],
        ['a', 'a', 2],
        ['c', 'd', 1],
      ],
      { isAcyclic: true },
    );
    expect(namesOf(flows)).toEqual(['a → b', 'b → c', 'c → d']);
    expect(flows.circles).toEqual(['c → a', 'a → a']);
    expect(undrawnOfFlows(flows)?.title.values).toEqual({ count: 2, names: 'c → a, a → a' });
    expect(undrawnOfFlows(flowsOf([['a', 'a', 1]], { isAcyclic: true }))).toMatchObject({ isAll: true });
  });

  it('stay where circles can be drawn', () => {
    expect(
      flowsOf([
        ['a', 'b', 5],
        ['b', 'a', 4],
        ['a', 'a', 2],
      ]).links,
    ).toHaveLength(3);
  });

  it('of 100,000 rows are the largest, within the room for names, and say how many are left out', () => {
    const flows = flowsOf(Array.from({ length: 100_000 }, (_, at) => [`a${at % 900}`, `b${at}`, at + 1] as const));
    expect(flows.links.length).toBeLessThanOrEqual(100);
    expect(flows.nodes.length).toBeLessThanOrEqual(50);
    expect(flows.links[0]?.value).toBe(100_000);
    expect(undrawnOfFlows(flows)?.title.values).toEqual({ surplus: 100_000 - flows.links.length, all: 100_000 });
    expect(flows.total).toBe(5_000_050_000);
  });

  it('have nothing below zero', () => {
    const flows = flowsOf([
      ['a', 'b', 5],
      ['b', 'c', -4],
      ['b', 'd', null],
      ['b', 'e', 0],
    ]);
    expect(flows.links).toHaveLength(1);
    expect(undrawnOfFlows(flows)?.title.values).toEqual({ undrawn: 2, all: 4 });
    expect(undrawnOfFlows(flowsOf([['a', 'b', -1]]))?.isAll).toBe(true);
  });
});

describe('picking among links', () => {
  const flows = flowsOf([
    ['a', 'b', 5],
    ['b', null, 4],
  ]);
  const markOf = (name: string) => ({ data: { node: flows.nodes.find((node) => node.name === name)?.id } });

  it('filters by both ends of a link, and by the column of a node', () => {
    expect(selectionOfFlow(flows, { data: { link: 1 } })).toEqual({
      filters: [
        { column: 'from', op: 'IN', values: ['b'] },
        { column: 'to', op: 'IS NULL', values: [] },
      ],
      selectedLabels: ['b → <NULL>'],
    });
    expect(selectionOfFlow(flows, markOf('b'))?.filters).toEqual([{ column: 'from', op: 'IN', values: ['b'] }]);
    expect(selectionOfFlow(flows, markOf('<NULL>'))?.filters).toEqual([{ column: 'to', op: 'IS NULL', values: [] }]);
    expect(flowOfMark(flows, { dataIndex: 77 })).toEqual({ node: undefined, link: undefined });
  });

  it('leaves lit the links of what was chosen, and their ends', () => {
    const lit = litFlows(flows, ['b']);
    expect(flows.links.map((link) => lit?.isLinkLit(link))).toEqual([false, true]);
    expect(flows.nodes.filter((node) => lit?.isNodeLit(node)).map(({ name }) => name)).toEqual(['b', '<NULL>']);
    expect(litFlows(flows, [])).toBeNull();
  });
});
