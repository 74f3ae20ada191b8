import {
  findColumn,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, type ResultTable } from '@powerset/contract';
import type { EventFlowForm } from './form.ts';

/** An event as the next one of all paths that began alike. */
export interface PathNode {
  readonly event: string;
  readonly value: CellValue;
  /** 1 for the first event of a path. */
  readonly step: number;
  /** Paths that come here. */
  readonly count: number;
  /** Paths that end here. */
  readonly ends: number;
  /** Mean time since the event before, in milliseconds. */
  readonly wait: number | null;
  /** The most frequent value of each column of metadata. */
  readonly metadata: readonly { readonly label: string; readonly value: string; readonly count: number }[];
  readonly children: readonly PathNode[];
}

export interface Paths {
  readonly roots: readonly PathNode[];
  readonly entities: number;
  readonly steps: number;
  readonly eventColumn: string;
  /** In the order in which they are first met, which gives them their colours. */
  readonly events: readonly string[];
  /** Paths that were cut as they have more events than are shown. */
  readonly cut: number;
  /** Events of nobody. */
  readonly orphans: number;
  /** Rows came, and none of them has a time by which it could be put in order. */
  readonly isTimeless: boolean;
  readonly limitReached: number | null;
}

const maxSteps = 20;
const timeColumn = '__timestamp';

interface Growing {
  readonly event: string;
  readonly value: CellValue;
  readonly rows: number[];
  ends: number;
  waitSum: number;
  waits: number;
  readonly children: Map<string, Growing>;
}

const newNode = (event: string, value: CellValue): Growing => ({
  event,
  value,
  rows: [],
  ends: 0,
  waitSum: 0,
  waits: 0,
  children: new Map(),
});

export function toModel(results: readonly ResultTable[], context: ModelContext<EventFlowForm>): Paths {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const eventColumn = form.all_columns_x ? columnLabel(form.all_columns_x) : '';
  const { paths, orphans } = pathsOf(table, form.entity ? columnLabel(form.entity) : '');
  const root = growTree(table, paths, eventColumn);
  const finish = finisherOf(table, form);
  return {
    roots: finish(root, 1),
    entities: paths.length,
    steps: Math.min(maxSteps, Math.max(0, ...paths.map((path) => path.length))),
    eventColumn,
    events: [
      ...new Set(valuesOf(table, eventColumn).map((value) => labelOfCell(value, findColumn(table, eventColumn)))),
    ],
    cut: paths.filter((path) => path.length > maxSteps).length,
    orphans,
    isTimeless: table.rowCount > 0 && valuesOf(table, timeColumn).every((time) => numberOfCell(time) === null),
    limitReached: context.answers?.[0]?.limitReached ?? null,
  };
}

/** The rows of each entity in the order of their time. */
function pathsOf(table: ResultTable, entityColumn: string) {
  const entities = valuesOf(table, entityColumn);
  const times = valuesOf(table, timeColumn).map((time) => numberOfCell(time) ?? Number.POSITIVE_INFINITY);
  const rowsOfEntity = new Map<CellValue, number[]>();
  let orphans = 0;
  for (let row = 0; row < table.rowCount; row += 1) {
    const entity = entities[row] ?? null;
    if (entity === null) {
      orphans += 1;
      continue;
    }
    const rows = rowsOfEntity.get(entity) ?? [];
    rows.push(row);
    rowsOfEntity.set(entity, rows);
  }
  const paths = [...rowsOfEntity.values()];
  for (const path of paths) path.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return { paths, orphans };
}

function growTree(table: ResultTable, paths: readonly (readonly number[])[], eventColumn: string): Growing {
  const column = findColumn(table, eventColumn);
  const times = valuesOf(table, timeColumn).map(numberOfCell);
  const root = newNode('', null);
  for (const path of paths) {
    let at = root;
    path.slice(0, maxSteps).forEach((row, step) => {
      const value = column?.values[row] ?? null;
      const event = labelOfCell(value, column);
      const next = at.children.get(event) ?? newNode(event, value);
      at.children.set(event, next);
      next.rows.push(row);
      const [now, before] = [times[row] ?? null, step === 0 ? null : (times[path[step - 1] ?? -1] ?? null)];
      if (now !== null && before !== null) {
        next.waitSum += now - before;
        next.waits += 1;
      }
      at = next;
    });
    if (path.length <= maxSteps) at.ends += 1;
  }
  return root;
}

/** Turns what has grown into nodes, the most frequent first, without what is rarer than is wanted. */
function finisherOf(table: ResultTable, form: EventFlowForm) {
  const least = Math.max(1, form.min_leaf_node_event_count ?? 1);
  const columns = form.all_columns.flatMap((column) => findColumn(table, columnLabel(column)) ?? []);
  const finish = ({ children }: Growing, step: number): readonly PathNode[] =>
    [...children.values()]
      .filter(({ rows }) => rows.length >= least)
      .sort((a, b) => b.rows.length - a.rows.length)
      .map((node) => ({
        event: node.event,
        value: node.value,
        step,
        count: node.rows.length,
        ends: node.ends,
        wait: node.waits === 0 ? null : node.waitSum / node.waits,
        metadata: columns.map((column) => ({
          label: column.name,
          ...mostFrequent(node.rows.map((row) => labelOfCell(column.values[row], column))),
        })),
        children: finish(node, step + 1),
      }));
  return finish;
}

function mostFrequent(values: readonly string[]) {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [best, most] = ['', 0];
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return { value: best, count: most };
}

export const isEmpty = ({ roots, orphans }: Paths): boolean => roots.length === 0 && orphans === 0;

export function undrawnOf({ roots, limitReached, cut, orphans, isTimeless }: Paths): Undrawn | null {
  if (isTimeless)
    return {
      isAll: true,
      title: { text: msg('The events have no time') },
      text: { text: msg('Paths are the order of events in time. Choose a column of times under Time.') },
    };
  if (roots.length === 0 && orphans > 0)
    return {
      isAll: true,
      title: { text: msg('None of the events belongs to an entity') },
      text: { text: msg('The column of entities is empty (NULL) in all rows. Entity takes another one.') },
    };
  if (limitReached !== null) {
    const text = msg('The limit of {{limit}} rows was reached: paths may lack events.');
    return { isAll: false, title: { text, values: { limit: limitReached } } };
  }
  if (cut > 0) {
    const text = msg('{{count}} paths are longer than {{steps}} events and are cut there.');
    return { isAll: false, title: { text, values: { count: cut, steps: maxSteps } } };
  }
  if (orphans === 0) return null;
  return {
    isAll: false,
    title: { text: msg('{{count}} events without an entity are left out.'), values: { count: orphans } },
  };
}
