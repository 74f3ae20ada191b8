import type { DatasetDraft } from './draft.ts';
import { findNamelessFolder, foldersOf } from './folders.ts';

export type EditorTab = 'source' | 'metrics' | 'columns' | 'calculated' | 'folders' | 'settings';

export type ProblemCode =
  | 'unnamed'
  | 'doubledColumn'
  | 'doubledMetric'
  | 'bareMetric'
  | 'bareColumn'
  | 'noName'
  | 'noSql'
  | 'namelessFolder'
  | 'notWhole'
  | 'notJson';

/** What keeps a draft from being saved, and the tab where it is put right. */
export interface DraftProblem {
  readonly tab: EditorTab;
  readonly code: ProblemCode;
  /** The column, metric or field that it is about. */
  readonly name?: string;
}

const isBlank = (text: string | null) => !text?.trim();

function isJson(text: string | null): boolean {
  if (isBlank(text)) return true;
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const isWhole = (text: string) => /^-?\d{1,9}$/.test(text.trim());

const findDoubled = (names: readonly string[]) => names.find((name, at) => name !== '' && names.indexOf(name) !== at);

/** Everything that is wrong with a draft, in the order of its tabs. */
export function findDraftProblems(draft: DatasetDraft): readonly DraftProblem[] {
  return [...sourceProblems(draft), ...fieldProblems(draft), ...folderProblems(draft), ...settingProblems(draft)];
}

function sourceProblems(draft: DatasetDraft): readonly DraftProblem[] {
  return [
    ...(isBlank(draft.table_name) ? [{ tab: 'source' as const, code: 'noName' as const }] : []),
    ...(draft.kind === 'virtual' && isBlank(draft.sql) ? [{ tab: 'source' as const, code: 'noSql' as const }] : []),
  ];
}

function fieldProblems({ columns, metrics }: DatasetDraft): readonly DraftProblem[] {
  const columnNames = columns.map((column) => column.column_name.trim());
  const metricNames = metrics.map((metric) => metric.metric_name.trim());
  const doubledMetric = findDoubled(metricNames);
  const doubledColumn = findDoubled(columnNames);
  const calculated = columns.filter((column) => column.expression !== null);
  return [
    ...(metricNames.includes('') ? [{ tab: 'metrics' as const, code: 'unnamed' as const }] : []),
    ...(columnNames.includes('') ? [{ tab: 'calculated' as const, code: 'unnamed' as const }] : []),
    ...(doubledMetric ? [{ tab: 'metrics' as const, code: 'doubledMetric' as const, name: doubledMetric }] : []),
    ...(doubledColumn ? [{ tab: 'calculated' as const, code: 'doubledColumn' as const, name: doubledColumn }] : []),
    ...metrics
      .filter((one) => isBlank(one.expression))
      .map((one) => ({ tab: 'metrics' as const, code: 'bareMetric' as const, name: one.metric_name })),
    ...calculated
      .filter((one) => isBlank(one.expression))
      .map((one) => ({ tab: 'calculated' as const, code: 'bareColumn' as const, name: one.column_name })),
  ];
}

function folderProblems(draft: DatasetDraft): readonly DraftProblem[] {
  return findNamelessFolder(foldersOf(draft)) ? [{ tab: 'folders', code: 'namelessFolder' }] : [];
}

function settingProblems(draft: DatasetDraft): readonly DraftProblem[] {
  const numbers = [
    ['Cache timeout', draft.cache_timeout],
    ['Hours offset', draft.offset],
  ] as const;
  const documents = [
    ['Template parameters', draft.template_params],
    ['Extra', draft.extra],
  ] as const;
  return [
    ...numbers
      .filter(([, text]) => text.trim() !== '' && !isWhole(text))
      .map(([name]) => ({ tab: 'settings' as const, code: 'notWhole' as const, name })),
    ...documents
      .filter(([, text]) => !isJson(text))
      .map(([name]) => ({ tab: 'settings' as const, code: 'notJson' as const, name })),
  ];
}
