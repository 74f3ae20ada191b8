import { type Choices, mergeOrder, type Side, sideOf, type Versions } from '../../../conflicts/index.ts';
import {
  branchIds,
  gridId,
  type Layout,
  type LayoutMeta,
  type LayoutNode,
  newNode,
  rootId,
  withParents,
} from '../layout/index.ts';

/** What two people changed of one part, each in another way. */
export interface LayoutClash {
  readonly id: string;
  readonly nodeId: string;
  /** The whole layout, whether the part is there, where it stands, in which order its parts are, or a field of its meta. */
  readonly kind: 'whole' | 'existence' | 'place' | 'order' | 'meta';
  readonly field?: string;
}

export interface LayoutMerge {
  readonly layout: Layout;
  readonly clashes: readonly LayoutClash[];
}

/** What follows from the chart itself. */
const derivedFields = new Set(['sliceName', 'uuid']);

/** One layout of what both changed, part by part; where both changed the same, what was chosen, and theirs until then. */
export function mergeLayouts(versions: Versions<Layout>, choices: Choices = {}): LayoutMerge {
  const sides = { ...versions, mine: withTheirIds(versions) };
  const merge = new PartMerge(sides, choices);
  const layout = merge.toLayout();
  if (layout) return { layout, clashes: merge.clashes };
  const id = 'layout';
  return { layout: sides[choices[id] ?? 'theirs'], clashes: [{ id, nodeId: rootId, kind: 'whole' }] };
}

/** A chart that both have put in is one part, whatever each called it. */
function withTheirIds({ base, theirs, mine }: Versions<Layout>): Layout {
  const isNew = (node: LayoutNode) => node.type === 'CHART' && !base[node.id];
  const known = new Map(
    Object.values(theirs)
      .filter(isNew)
      .map((node) => [node.meta.chartId, node.id]),
  );
  const names = new Map(
    Object.values(mine).flatMap((node) => {
      const id = isNew(node) ? known.get(node.meta.chartId) : undefined;
      return id && !mine[id] ? [[node.id, id] as const] : [];
    }),
  );
  if (names.size === 0) return mine;
  const nameOf = (id: string) => names.get(id) ?? id;
  const renamed = Object.values(mine).map((node) => ({
    ...node,
    id: nameOf(node.id),
    children: node.children.map(nameOf),
  }));
  return withParents(Object.fromEntries(renamed.map((node) => [node.id, node])));
}

type Parents = ReadonlyMap<string, string>;

function parentsIn(layout: Layout): Parents {
  return new Map(Object.values(layout).flatMap((node) => node.children.map((child) => [child, node.id] as const)));
}

class PartMerge {
  readonly clashes: LayoutClash[] = [];
  private readonly parents: Versions<Parents>;
  private readonly dead = new Set<string>();

  constructor(
    private readonly layouts: Versions<Layout>,
    private readonly choices: Choices,
  ) {
    const { base, theirs, mine } = layouts;
    this.parents = { base: parentsIn(base), theirs: parentsIn(theirs), mine: parentsIn(mine) };
    for (const id of Object.keys(base)) if (!theirs[id] && !mine[id]) this.dead.add(id);
    this.removeBranches('theirs', 'mine');
    this.removeBranches('mine', 'theirs');
  }

  /** Undefined where the parts of both make no tree. */
  toLayout(): Layout | undefined {
    const { theirs, mine } = this.layouts;
    const ids = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter((id) => !this.dead.has(id));
    const tops = ids.filter((id) => this.nodeOf(id)?.type === 'TABS' && this.parentOf(id, false) === rootId);
    if (tops.length > 1) return undefined;
    const parents = new Map<string, string>();
    for (const id of ids) {
      if (id === rootId || id === gridId) continue;
      const parent = this.parentOf(id, true);
      // Tabs over the whole dashboard hold what was put into the grid meanwhile.
      const held = parent === gridId && tops[0] ? this.firstTab(tops[0]) : parent;
      if (held) parents.set(id, held);
    }
    if (hasCircle(parents)) return undefined;
    const held = new Set(parents.values());
    const emptied = ids.filter((id) => this.isNewOfMine(id) && mine[id]?.children.length && !held.has(id));
    for (const id of emptied) parents.delete(id);
    return this.build(
      ids.filter((id) => !emptied.includes(id)),
      parents,
      tops[0] ?? gridId,
    );
  }

  private build(ids: readonly string[], parents: Parents, topId: string): Layout {
    const members = new Map<string, string[]>();
    for (const [id, parent] of parents) members.set(parent, [...(members.get(parent) ?? []), id]);
    const nodes = ids.map((id): readonly [string, LayoutNode] => {
      const children = id === rootId ? [topId] : this.childrenOf(id, members.get(id) ?? []);
      const node = this.nodeOf(id) ?? newNode('GRID', id);
      return [id, { ...node, children, meta: this.metaOf(id) }];
    });
    return withParents(Object.fromEntries(nodes));
  }

  private nodeOf(id: string): LayoutNode | undefined {
    return this.layouts.theirs[id] ?? this.layouts.mine[id];
  }

  private isNewOfMine(id: string): boolean {
    return !this.layouts.base[id] && !this.layouts.theirs[id];
  }

  private firstTab(tabsId: string): string | undefined {
    return this.nodeOf(tabsId)?.children.find((id) => !this.dead.has(id));
  }

  /** What was chosen of two ways; a clash is noted. */
  private choose(clash: Omit<LayoutClash, 'id'>): Side {
    const id = [clash.nodeId, clash.kind, clash.field].filter(Boolean).join(':');
    this.clashes.push({ ...clash, id });
    return this.choices[id] ?? 'theirs';
  }

  /** What one side removed goes, unless the other changed something in it: then it is asked which counts. */
  private removeBranches(remover: Side, other: Side): void {
    const { base, [remover]: without, [other]: layout } = this.layouts;
    const isRemoved = (id: string) => base[id] !== undefined && !without[id] && layout[id] !== undefined;
    const tops = Object.keys(layout).filter((id) => isRemoved(id) && !isRemoved(this.parents[other].get(id) ?? ''));
    for (const top of tops) {
      const branch = branchIds(layout, top);
      const touched = branch.filter((id) => this.isTouched(id, other));
      const isEmptied = touched.every((id) => !isRemoved(id)) && isRowOrColumn(layout[top]);
      if (touched.length > 0 && !isEmptied && this.choose({ nodeId: top, kind: 'existence' }) === other) continue;
      const needed = isEmptied ? new Set(touched.flatMap((id) => this.pathIn(other, id))) : new Set<string>();
      for (const id of branch) if ((isRemoved(id) || !base[id]) && !needed.has(id)) this.dead.add(id);
    }
  }

  /** The part and those that it stands in. */
  private pathIn(side: Side, id: string): readonly string[] {
    const parent = this.parents[side].get(id);
    return parent ? [id, ...this.pathIn(side, parent)] : [id];
  }

  private isTouched(id: string, side: Side): boolean {
    const { base, [side]: layout } = this.layouts;
    const [was, is] = [base[id], layout[id]];
    if (!was || !is || this.parents.base.get(id) !== this.parents[side].get(id)) return true;
    return fieldsOf([was.meta, is.meta]).some((field) => {
      const versions = { base: was.meta[field], theirs: was.meta[field], mine: is.meta[field] };
      return sideOf(versions) === 'mine';
    });
  }

  private parentOf(id: string, notes: boolean): string | undefined {
    const [base, theirs, mine] = [this.parents.base.get(id), this.parents.theirs.get(id), this.parents.mine.get(id)];
    if (!theirs || this.dead.has(theirs)) return mine && !this.dead.has(mine) ? mine : undefined;
    if (!mine || this.dead.has(mine)) return theirs;
    // A new chart in a row of its own, as the page puts those that stand nowhere, has no place that anybody chose.
    if (!this.layouts.base[id] && !this.layouts.base[mine]) return theirs;
    const side = sideOf({ base, theirs, mine });
    if (side !== 'clash') return side === 'theirs' ? theirs : mine;
    const chosen = notes ? this.choose({ nodeId: id, kind: 'place' }) : (this.choices[`${id}:place`] ?? 'theirs');
    return chosen === 'theirs' ? theirs : mine;
  }

  private childrenOf(id: string, members: readonly string[]): readonly string[] {
    const { base, theirs, mine } = this.layouts;
    const childrenIn = (layout: Layout) => layout[id]?.children ?? [];
    const lists = { base: childrenIn(base), theirs: childrenIn(theirs), mine: childrenIn(mine) };
    const merged = mergeOrder(lists, members, undefined);
    if (!merged.isClash) return merged.order;
    return mergeOrder(lists, members, this.choose({ nodeId: id, kind: 'order' })).order;
  }

  private metaOf(id: string): LayoutMeta {
    const { base, theirs, mine } = this.layouts;
    const [left, right] = [theirs[id]?.meta, mine[id]?.meta];
    if (!left || !right) return left ?? right ?? {};
    const fields = fieldsOf([left, right]).flatMap((field) => {
      const versions = { base: base[id]?.meta[field], theirs: left[field], mine: right[field] };
      const side = sideOf(versions);
      const value = versions[side === 'clash' ? this.choose({ nodeId: id, kind: 'meta', field }) : side];
      return value === undefined ? [] : [[field, value] as const];
    });
    return { ...pickDerived(left), ...Object.fromEntries(fields) };
  }
}

function isRowOrColumn(node: LayoutNode | undefined): boolean {
  return node?.type === 'ROW' || node?.type === 'COLUMN';
}

function fieldsOf(metas: readonly LayoutMeta[]): readonly string[] {
  return [...new Set(metas.flatMap((meta) => Object.keys(meta)))].filter((field) => !derivedFields.has(field));
}

function pickDerived(meta: LayoutMeta): LayoutMeta {
  return Object.fromEntries(Object.entries(meta).filter(([field]) => derivedFields.has(field)));
}

/** One put a part into another, and the other that one into the first. */
function hasCircle(parents: Parents): boolean {
  const isCircular = (start: string) => {
    const seen = new Set<string>();
    for (let id: string | undefined = start; id; id = parents.get(id)) {
      if (seen.has(id)) return true;
      seen.add(id);
    }
    return false;
  };
  return [...parents.keys()].some(isCircular);
}
