import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appendInRows,
  branchOf,
  canHold,
  changeMeta,
  chartIdsOf,
  createNode,
  deleteNode,
  depthOf,
  emptyLayout,
  findDrop,
  freeOf,
  gridColumns,
  gridId,
  type History,
  hasHeight,
  hasWidth,
  headerId,
  historyLimit,
  isAtStart,
  isUsedUp,
  isValidChild,
  type Layout,
  type LayoutNode,
  type MakeId,
  minWidthOf,
  moveNode,
  type NodeType,
  newNode,
  nodeTypes,
  type Outcome,
  parentIdOf,
  readLayout,
  record,
  redo,
  refusals,
  resizeNode,
  roomOf,
  rootId,
  startHistory,
  toPositions,
  undo,
  undoSteps,
  withChartNames,
  withMissingCharts,
} from './index.ts';

function ids(): MakeId {
  let count = 0;
  return (type) => {
    count += 1;
    return `${type}-${count}`;
  };
}

function must(outcome: Outcome): Layout {
  if (!outcome.isDone) throw new Error(outcome.refusal);
  return outcome.layout;
}

interface Built {
  readonly layout: Layout;
  readonly id: string;
}

function add(layout: Layout, type: NodeType, parentId: string, makeId: MakeId, meta = {}): Built {
  const id = makeId(type);
  const place = { parentId, index: 999 };
  return { layout: must(createNode(layout, { node: newNode(type, id, meta), place, makeId })), id };
}

/** Everything that must hold of a layout, whatever was done to it. */
function problemsOf(layout: Layout): readonly string[] {
  const problems: string[] = [];
  const met = new Set<string>();
  const visit = (id: string, parents: readonly string[]): void => {
    const node = layout[id];
    if (!node) return void problems.push(`${id} is missing`);
    if (met.has(id)) return void problems.push(`${id} is met twice`);
    met.add(id);
    if (node.parents.join() !== parents.join()) problems.push(`${id} has parents ${node.parents}, not ${parents}`);
    for (const child of node.children) {
      const type = layout[child]?.type;
      if (type && !isValidChild(node.type, depthOf(layout, id), type)) problems.push(`${type} in ${node.type} ${id}`);
    }
    if (node.type === 'ROW' && freeOf(layout, id) < 0) problems.push(`${id} is too full`);
    if (node.type === 'TABS' && node.children.length === 0) problems.push(`${id} has no tabs`);
    if (hasWidth(node.type) && !((node.meta.width ?? 0) >= 1)) problems.push(`${id} has no width`);
    if (node.type === 'COLUMN' && minWidthOf(layout, id) > (node.meta.width ?? 0)) problems.push(`${id} is too narrow`);
    if (hasHeight(node.type) && !((node.meta.height ?? 0) >= 5)) problems.push(`${id} has no height`);
    for (const child of node.children) visit(child, [...parents, id]);
  };
  visit(rootId, []);
  if (!layout[gridId]) problems.push('the grid is gone');
  const loose = Object.keys(layout).filter((id) => !met.has(id) && id !== gridId);
  if (loose.length > 0) problems.push(`loose: ${loose}`);
  return problems;
}

type Step =
  | { readonly kind: 'create'; readonly type: NodeType; readonly parent: number; readonly index: number }
  | { readonly kind: 'move'; readonly node: number; readonly parent: number; readonly index: number }
  | { readonly kind: 'delete'; readonly node: number }
  | { readonly kind: 'resize'; readonly node: number; readonly width: number; readonly height: number };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    type: fc.constantFrom(...nodeTypes),
    parent: fc.nat(60),
    index: fc.nat(6),
  }),
  fc.record({ kind: fc.constant('move' as const), node: fc.nat(60), parent: fc.nat(60), index: fc.nat(6) }),
  fc.record({ kind: fc.constant('delete' as const), node: fc.nat(60) }),
  fc.record({
    kind: fc.constant('resize' as const),
    node: fc.nat(60),
    width: fc.integer({ min: -3, max: 20 }),
    height: fc.integer({ min: 0, max: 200 }),
  }),
);

function apply(layout: Layout, step: Step, makeId: MakeId): Outcome {
  const known = Object.keys(layout);
  const pick = (number: number) => known[number % known.length] ?? rootId;
  if (step.kind === 'create') {
    const node = newNode(step.type, makeId(step.type));
    return createNode(layout, { node, place: { parentId: pick(step.parent), index: step.index }, makeId });
  }
  if (step.kind === 'move')
    return moveNode(layout, { id: pick(step.node), place: { parentId: pick(step.parent), index: step.index }, makeId });
  if (step.kind === 'delete') return deleteNode(layout, pick(step.node));
  return resizeNode(layout, { id: pick(step.node), width: step.width, height: step.height });
}

describe('any sequence of operations', () => {
  it('keeps a sound tree [LAY-014, LAY-015, LAY-016, LAY-017]', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 60 }), (steps) => {
        const makeId = ids();
        let layout = emptyLayout();
        for (const step of steps) {
          const outcome = apply(layout, step, makeId);
          if (outcome.isDone) layout = outcome.layout;
          expect(problemsOf(layout)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('loses no chart by moving and resizing', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 60 }), (steps) => {
        const makeId = ids();
        let layout = emptyLayout();
        for (const step of steps) {
          const before = Object.values(layout).filter((node) => node.type === 'CHART').length;
          const outcome = apply(layout, step, makeId);
          if (!outcome.isDone) continue;
          const after = Object.values(outcome.layout).filter((node) => node.type === 'CHART').length;
          if (step.kind === 'move' || step.kind === 'resize') expect(after).toBe(before);
          layout = outcome.layout;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does what each of them says [LAY-014, LAY-015, LAY-016, LAY-017]', () => {
    const makeId = ids();
    const first = add(emptyLayout(), 'CHART', gridId, makeId);
    const second = add(first.layout, 'CHART', gridId, makeId);
    const row = parentIdOf(second.layout, first.id) ?? '';
    expect(second.layout[row]?.children).toEqual([first.id]);
    const place = { parentId: row, index: 0 };
    const moved = must(moveNode(second.layout, { id: second.id, place, makeId }));
    expect([moved[row]?.children, moved[gridId]?.children]).toEqual([[second.id, first.id], [row]]);
    const wide = must(resizeNode(moved, { id: first.id, width: 5, height: 60 }));
    expect(wide[first.id]?.meta).toMatchObject({ width: 5, height: 60 });
    const left = must(deleteNode(wide, second.id));
    expect([left[row]?.children, left[second.id]]).toEqual([[first.id], undefined]);
  });

  const expectUndone = (action: Parameters<typeof record>[2]) => {
    const start = startHistory(emptyLayout());
    const { layout } = add(start.present, 'CHART', gridId, ids());
    expect(undo(record(start, layout, action)).present).toBe(start.present);
  };

  it.each(['CREATE_COMPONENT', 'MOVE_COMPONENT', 'DELETE_COMPONENT', 'RESIZE_COMPONENT'] as const)(
    '%s is undone like every change [LAY-014, LAY-015, LAY-016, LAY-017]',
    expectUndone,
  );

  it.each(['CREATE_TOP_LEVEL_TABS', 'DELETE_TOP_LEVEL_TABS'] as const)(
    '%s is undone like changes of parts [LAY-018]',
    expectUndone,
  );

  it('is undone exactly, step by step, and redone exactly [LAY-023]', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 50 }), (steps) => {
        const makeId = ids();
        let history = startHistory(emptyLayout());
        const states = [history.present];
        for (const step of steps) {
          const outcome = apply(history.present, step, makeId);
          if (!outcome.isDone || outcome.layout === history.present) continue;
          history = record(history, outcome.layout, 'MOVE_COMPONENT');
          states.push(history.present);
        }
        for (const state of states.slice(0, -1).reverse()) {
          history = undo(history);
          expect(history.present).toEqual(state);
        }
        expect(isAtStart(history)).toBe(true);
        for (const state of states.slice(1)) {
          history = redo(history);
          expect(history.present).toEqual(state);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('survives storing and reading without a change [LAY-002, LAY-004]', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 40 }), (steps) => {
        const makeId = ids();
        let layout = emptyLayout();
        for (const step of steps) {
          const outcome = apply(layout, step, makeId);
          if (outcome.isDone) layout = outcome.layout;
        }
        const stored = toPositions(layout, 'T');
        for (const [id, { type, children, parents, meta }] of Object.entries(layout)) {
          expect(stored[id]).toEqual({ id, type, children, parents, meta });
          for (const child of children) expect(stored[child]).toMatchObject({ parents: [...parents, id] });
        }
        const read = readLayout(JSON.stringify(stored), makeId);
        expect(read.problems).toEqual([]);
        expect(read.layout).toEqual(layout);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what may stand where', () => {
  it('knows the types of the parts, and begins with the root and its grid [LAY-001, LAY-003, LAY-005]', () => {
    expect([...nodeTypes].sort()).toEqual(
      ['CHART', 'COLUMN', 'DIVIDER', 'DYNAMIC', 'GRID', 'HEADER', 'MARKDOWN', 'ROOT', 'ROW', 'TAB', 'TABS'].sort(),
    );
    expect(emptyLayout()).toMatchObject({ ROOT_ID: { children: ['GRID_ID'] }, GRID_ID: { children: [] } });
  });

  it('gives new parts their texts and sizes [LAY-006, LAY-008, LAY-009]', () => {
    expect(newNode('HEADER', 'a').meta.text).toBe('New header');
    expect(newNode('TAB', 'a').meta.defaultText).toBe('Tab title');
    expect(newNode('CHART', 'a').meta).toMatchObject({ width: 4, height: 50 });
  });

  it('follows the table of parents, children and depths [LAY-010, LAY-013]', () => {
    const table: readonly (readonly [NodeType, NodeType, number])[] = [
      ['ROOT', 'TABS', 0],
      ['GRID', 'ROW', 1],
      ['GRID', 'TABS', 1],
      ['ROW', 'CHART', 4],
      ['ROW', 'COLUMN', 4],
      ['TABS', 'TAB', 3],
      ['TAB', 'CHART', 5],
      ['TAB', 'ROW', 3],
      ['COLUMN', 'HEADER', 5],
      ['COLUMN', 'ROW', 3],
      ['COLUMN', 'TABS', 3],
    ];
    for (const [parent, child, deepest] of table) {
      expect(isValidChild(parent, deepest, child), `${child} in ${parent}`).toBe(true);
      expect(isValidChild(parent, deepest + 1, child), `${child} in ${parent}, deeper`).toBe(false);
    }
    for (const leaf of ['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER'] as const)
      for (const child of nodeTypes) expect(isValidChild(leaf, 1, child)).toBe(false);
    expect(isValidChild('ROW', 2, 'ROW')).toBe(false);
    expect(isValidChild('ROW', 2, 'TABS')).toBe(false);
  });

  it('wraps a chart, text or column under the grid or a tab in a row, and no row in a row [LAY-011, LAY-012]', () => {
    for (const type of ['CHART', 'MARKDOWN', 'COLUMN'] as const) {
      const makeId = ids();
      const { layout, id } = add(emptyLayout(), type, gridId, makeId);
      expect(layout[parentIdOf(layout, id) ?? '']?.type).toBe('ROW');
      const tabs = add(emptyLayout(), 'TABS', gridId, makeId);
      const tab = tabs.layout[tabs.id]?.children[0] ?? '';
      const inTab = add(tabs.layout, type, tab, makeId);
      const row = parentIdOf(inTab.layout, inTab.id) ?? '';
      expect([inTab.layout[row]?.type, parentIdOf(inTab.layout, row)]).toEqual(['ROW', tab]);
    }
    const makeId = ids();
    const chart = add(emptyLayout(), 'CHART', gridId, makeId);
    const row = parentIdOf(chart.layout, chart.id) ?? '';
    expect(parentIdOf(chart.layout, row)).toBe(gridId);
  });

  it('puts tabs with a first tab, and no third level of tabs', () => {
    const makeId = ids();
    const outer = add(emptyLayout(), 'TABS', gridId, makeId);
    const tab = outer.layout[outer.id]?.children[0] ?? '';
    expect(outer.layout[tab]?.type).toBe('TAB');
    const nested = createNode(outer.layout, { node: newNode('TABS', 'x'), place: { parentId: tab, index: 0 }, makeId });
    expect(nested).toEqual({ isDone: false, refusal: 'notAllowed' });
  });
});

describe('widths', () => {
  const fullRow = () => {
    const makeId = ids();
    const first = add(emptyLayout(), 'CHART', gridId, makeId, { width: 8 });
    const row = parentIdOf(first.layout, first.id) ?? '';
    return { ...first, row, makeId };
  };

  it('shrinks what is dropped to what is free, and refuses when that is too little [LAY-006, LAY-019, LAY-020]', () => {
    const { layout, row, makeId } = fullRow();
    const wide = add(layout, 'CHART', row, makeId, { width: 6 });
    expect(wide.layout[wide.id]?.meta.width).toBe(4);
    const none = createNode(wide.layout, { node: newNode('CHART', 'x'), place: { parentId: row, index: 0 }, makeId });
    expect(none).toEqual({ isDone: false, refusal: 'noSpace' });
    expect(refusals.noSpace).toBe(
      'There is not enough space for this component. Try decreasing its width, or increasing the destination width.',
    );
  });

  it('keeps the width of what moves within its row', () => {
    const { layout, row, id, makeId } = fullRow();
    const second = add(layout, 'CHART', row, makeId, { width: 4 });
    const moved = must(moveNode(second.layout, { id: second.id, place: { parentId: row, index: 0 }, makeId }));
    expect(moved[row]?.children).toEqual([second.id, id]);
    expect(moved[second.id]?.meta.width).toBe(4);
  });

  it('holds a size between what the contents need and what the row has left [LAY-007, LAY-017]', () => {
    const { layout, row, id, makeId } = fullRow();
    const second = add(layout, 'CHART', row, makeId, { width: 2 });
    expect(must(resizeNode(second.layout, { id, width: 99, height: 999 }))[id]?.meta).toMatchObject({
      width: 10,
      height: 100,
    });
    expect(must(resizeNode(second.layout, { id, width: 0, height: 1 }))[id]?.meta).toMatchObject({
      width: 1,
      height: 5,
    });
  });

  it('does not let a column be narrower than its widest row', () => {
    const makeId = ids();
    const column = add(emptyLayout(), 'COLUMN', gridId, makeId, { width: 8 });
    const inner = add(column.layout, 'ROW', column.id, makeId);
    const a = add(inner.layout, 'CHART', inner.id, makeId, { width: 3 });
    const b = add(a.layout, 'CHART', inner.id, makeId, { width: 3 });
    expect(minWidthOf(b.layout, column.id)).toBe(6);
    expect(must(resizeNode(b.layout, { id: column.id, width: 2 }))[column.id]?.meta.width).toBe(6);
    expect(roomOf(b.layout, inner.id)).toBe(8);
  });
});

describe('moving and deleting', () => {
  it('deletes the row that a move or a deletion leaves empty', () => {
    const makeId = ids();
    const a = add(emptyLayout(), 'CHART', gridId, makeId);
    const b = add(a.layout, 'CHART', gridId, makeId);
    const rowA = parentIdOf(b.layout, a.id) ?? '';
    const rowB = parentIdOf(b.layout, b.id) ?? '';
    const moved = must(moveNode(b.layout, { id: a.id, place: { parentId: rowB, index: 0 }, makeId }));
    expect(moved[rowA]).toBeUndefined();
    expect(moved[rowB]?.children).toEqual([a.id, b.id]);
    const deleted = must(deleteNode(must(deleteNode(moved, a.id)), b.id));
    expect(deleted).toEqual(emptyLayout());
  });

  it('does not move a top-level tab into nested tabs, but a nested one up [LAY-021]', () => {
    const makeId = ids();
    const nested = add(emptyLayout(), 'TABS', gridId, makeId);
    const second = add(nested.layout, 'TAB', nested.id, makeId);
    const top = must(
      createNode(second.layout, { node: newNode('TABS', 'TOP'), place: { parentId: rootId, index: 0 }, makeId }),
    );
    const topTab = top.TOP?.children[0] ?? '';
    const down = moveNode(top, { id: topTab, place: { parentId: nested.id, index: 0 }, makeId });
    expect(down.isDone).toBe(false);
    const twoTabs = add(top, 'TAB', 'TOP', makeId);
    expect(moveNode(twoTabs.layout, { id: twoTabs.id, place: { parentId: nested.id, index: 0 }, makeId })).toEqual({
      isDone: false,
      refusal: 'topLevelTab',
    });
    expect(refusals.topLevelTab).toBe('Can not move top level tab into nested tabs');
    const up = must(moveNode(top, { id: second.id, place: { parentId: 'TOP', index: 1 }, makeId }));
    expect(up.TOP?.children).toEqual([topTab, second.id]);
  });

  it('moves the grid into the first of new top-level tabs, and back when they are deleted [LAY-018]', () => {
    const makeId = ids();
    const chart = add(emptyLayout(), 'CHART', gridId, makeId);
    const row = parentIdOf(chart.layout, chart.id) ?? '';
    const tabbed = must(
      createNode(chart.layout, { node: newNode('TABS', 'TOP'), place: { parentId: rootId, index: 0 }, makeId }),
    );
    const tab = tabbed.TOP?.children[0] ?? '';
    expect(tabbed[rootId]?.children).toEqual(['TOP']);
    expect([tabbed[tab]?.children, tabbed[gridId]?.children]).toEqual([[row], []]);
    const second = add(tabbed, 'TAB', 'TOP', makeId);
    const chart2 = add(second.layout, 'CHART', second.id, makeId);
    const back = must(deleteNode(chart2.layout, 'TOP'));
    expect(back[gridId]?.children).toEqual([row, parentIdOf(chart2.layout, chart2.id)]);
    expect(problemsOf(back)).toEqual([]);
  });

  it('moves a branch only where all of it may stand', () => {
    const makeId = ids();
    const inner = add(emptyLayout(), 'COLUMN', gridId, makeId, { width: 6 });
    const innerRow = add(inner.layout, 'ROW', inner.id, makeId);
    const chart = add(innerRow.layout, 'CHART', innerRow.id, makeId, { width: 2 });
    const outer = add(chart.layout, 'COLUMN', gridId, makeId, { width: 6 });
    const outerRow = add(outer.layout, 'ROW', outer.id, makeId);
    expect(canHold(outerRow.layout, outerRow.id, branchOf(outerRow.layout, inner.id))).toBe(false);
    const place = { parentId: outerRow.id, index: 0 };
    expect(moveNode(outerRow.layout, { id: inner.id, place, makeId })).toMatchObject({ refusal: 'notAllowed' });
    const into = { parentId: innerRow.id, index: 0 };
    expect(moveNode(outerRow.layout, { id: inner.id, place: into, makeId })).toMatchObject({ refusal: 'notAllowed' });
  });

  it('changes texts and names, never sizes, through the meta', () => {
    const makeId = ids();
    const chart = add(emptyLayout(), 'CHART', gridId, makeId);
    const changed = must(changeMeta(chart.layout, chart.id, { sliceNameOverride: 'Renamed', width: 99 }));
    expect(changed[chart.id]?.meta).toMatchObject({ sliceNameOverride: 'Renamed', width: 4 });
  });
});

describe('where a drop goes', () => {
  const built = () => {
    const makeId = ids();
    const a = add(emptyLayout(), 'CHART', gridId, makeId);
    const row = parentIdOf(a.layout, a.id) ?? '';
    return { ...a, row, makeId };
  };
  const pointer = (x: number, y: number) => ({ x, y, widthPx: 400, heightPx: 200 });
  const chart = { id: null, type: 'CHART' } as const;

  it('goes beside a chart in its row', () => {
    const { layout, id, row } = built();
    expect(findDrop(layout, chart, { id, pointer: pointer(0.01, 0.5) })).toEqual({
      overId: id,
      edge: 'left',
      place: { parentId: row, index: 0 },
    });
    expect(findDrop(layout, chart, { id, pointer: pointer(0.9, 0.5) })?.place.index).toBe(1);
  });

  it('goes into a row away from its edges, and above or below it at them', () => {
    const { layout, row } = built();
    expect(findDrop(layout, chart, { id: row, pointer: pointer(0.5, 0.5) })?.place).toEqual({
      parentId: row,
      index: 1,
    });
    expect(findDrop(layout, chart, { id: row, pointer: pointer(0.5, 0.02) })).toEqual({
      overId: row,
      edge: 'top',
      place: { parentId: gridId, index: 0 },
    });
  });

  it('goes nowhere onto itself or where it may not stand', () => {
    const { layout, id, row } = built();
    expect(findDrop(layout, { id, type: 'CHART' }, { id, pointer: pointer(0.5, 0.5) })).toBeUndefined();
    expect(findDrop(layout, { id: null, type: 'TAB' }, { id: row, pointer: pointer(0.5, 0.5) })).toBeUndefined();
  });
});

describe('the history', () => {
  const step = (history: History, text: string): History =>
    record(history, { ...history.present, [text]: newNode('DIVIDER', text) }, 'UPDATE_COMPONENTS');

  it('holds the constant and two more steps, then tells [LAY-024, LAY-025]', () => {
    expect([undoSteps, historyLimit]).toEqual([50, 52]);
    let history = startHistory(emptyLayout());
    for (let index = 0; index < 50; index += 1) history = step(history, `a${index}`);
    expect(isUsedUp(history)).toBe(false);
    history = step(history, 'one more');
    expect(isUsedUp(history)).toBe(true);
    for (let index = 0; index < 10; index += 1) history = step(history, `b${index}`);
    expect(history.past).toHaveLength(52);
    for (let index = 0; index < 60; index += 1) history = undo(history);
    expect(history.past).toHaveLength(0);
    expect(isAtStart(history)).toBe(false);
  });

  it('leaves out the actions that are not undoable [LAY-026]', () => {
    const start = startHistory(emptyLayout());
    const layout = { ...start.present, x: newNode('DIVIDER', 'x') };
    expect(record(start, layout, 'DASHBOARD_TITLE_CHANGED').past).toEqual([]);
    expect(record(start, layout, 'UPDATE_COMPONENTS_PARENTS_LIST').past).toEqual([]);
    expect(record(start, layout, 'DELETE_COMPONENT').past).toHaveLength(1);
  });

  it('forgets what was undone as soon as something else is done', () => {
    const undone = undo(step(startHistory(emptyLayout()), 'a'));
    expect(redo(step(undone, 'b')).present).toHaveProperty('b');
  });
});

describe('reading what is stored', () => {
  const stored = (nodes: Record<string, unknown>) => JSON.stringify({ DASHBOARD_VERSION_KEY: 'v2', ...nodes });
  const chart = (id: string, chartId: number, width = 4): LayoutNode => ({
    ...newNode('CHART', id, { chartId, width }),
    parents: [],
  });

  it('opens a dashboard whose layout is not JSON, and says so', () => {
    const { layout, problems } = readLayout('{"ROOT_ID": {', ids());
    expect(layout).toEqual(emptyLayout());
    expect(problems).toEqual([{ text: 'The layout is not readable.' }]);
    const charts = [
      { id: 7, name: 'Kept' },
      { id: 8, name: 'Too' },
    ];
    expect(chartIdsOf(withMissingCharts(layout, charts, ids()))).toEqual([7, 8]);
  });

  it('mends circles, strangers and parts without a place, and loses no chart', () => {
    const text = stored({
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID', 'nothing'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1', 'ROW-1', 7] },
      'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1', 'GRID_ID', 'ROW-2'], meta: null },
      'ROW-2': { type: 'ROW', id: 'ROW-2', children: ['CHART-2'] },
      'CHART-1': chart('CHART-1', 1),
      'CHART-2': chart('CHART-2', 2),
      'WIDGET-1': { type: 'WIDGET', id: 'WIDGET-1' },
    });
    const { layout, problems } = readLayout(text, ids());
    expect(problemsOf(layout)).toEqual([]);
    expect([...chartIdsOf(layout)].sort()).toEqual([1, 2]);
    expect(problems.length).toBeGreaterThan(0);
  });

  it('breaks a row that is wider than the grid', () => {
    const members = ['a', 'b', 'c', 'd'].map((name, index) => chart(`CHART-${name}`, index, 4));
    const text = stored({
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
      'ROW-1': { type: 'ROW', id: 'ROW-1', children: members.map((node) => node.id), meta: {} },
      ...Object.fromEntries(members.map((node) => [node.id, node])),
    });
    const { layout } = readLayout(text, ids());
    expect(problemsOf(layout)).toEqual([]);
    expect(layout[gridId]?.children).toHaveLength(2);
    expect(chartIdsOf(layout)).toHaveLength(4);
  });

  it('turns any text into a sound layout', () => {
    const name = fc.constantFrom(
      'ROOT_ID',
      'GRID_ID',
      'ROW-1',
      'ROW-2',
      'COLUMN-1',
      'CHART-1',
      'CHART-2',
      'TABS-1',
      'TAB-1',
    );
    const node = fc.record({
      type: fc.constantFrom(...nodeTypes, 'WIDGET'),
      children: fc.array(name, { maxLength: 5 }),
      meta: fc.record({ chartId: fc.nat(9), width: fc.oneof(fc.integer(), fc.constant('x')), height: fc.double() }),
    });
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(name, fc.oneof(node, fc.jsonValue())), fc.jsonValue()), (value) => {
        expect(problemsOf(readLayout(JSON.stringify(value), ids()).layout)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('puts charts that have no place into rows of three below the rest', () => {
    const charts = [1, 2, 3, 4].map((id) => ({ id, name: `Chart ${id}` }));
    const layout = withMissingCharts(emptyLayout(), charts, ids());
    expect(layout[gridId]?.children.map((row) => layout[row]?.children.length)).toEqual([3, 1]);
    expect(withMissingCharts(layout, charts, ids())).toBe(layout);
  });

  it('calls charts by the names that they have now', () => {
    const layout = withMissingCharts(emptyLayout(), [{ id: 1, name: 'Old' }], ids());
    const renamed = withChartNames(layout, [{ id: 1, name: 'New' }]);
    expect(Object.values(renamed).find((node) => node.type === 'CHART')?.meta.sliceName).toBe('New');
    expect(withChartNames(renamed, [{ id: 1, name: 'New' }])).toBe(renamed);
  });

  it('stores the title beside the layout, as the reference does', () => {
    expect(toPositions(emptyLayout(), 'Sales')).toMatchObject({
      DASHBOARD_VERSION_KEY: 'v2',
      [headerId]: { type: 'HEADER', meta: { text: 'Sales' } },
    });
  });

  it('fills rows of the grid and no more', () => {
    const nodes = [8, 5, 4, 12, 1].map((width, index) => chart(`CHART-${index}`, index, width));
    const layout = appendInRows(emptyLayout(), nodes, ids());
    const rows = layout[gridId]?.children ?? [];
    expect(rows.map((row) => gridColumns - freeOf(layout, row))).toEqual([8, 9, 12, 1]);
  });
});
