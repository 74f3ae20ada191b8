import { type CrossFilterSelection, isRecord, type PluginReport } from '@powerset/chart-kit';

const mostFilters = 20;
const mostValues = 1000;
const longestMessage = 1000;
const operators = ['IN', 'IS NULL', 'TEMPORAL_RANGE'];

/** What the frame of a plugin's view says; whatever else comes from there is nothing. */
export function readReport(data: unknown): PluginReport | null {
  if (!isRecord(data)) return null;
  const number = Number(data.number);
  switch (data.kind) {
    case 'ready':
      return { kind: 'ready' };
    case 'begun':
      return { kind: 'begun', number };
    case 'drawn':
      return { kind: 'drawn', number, ms: Number(data.ms) || 0 };
    case 'failed':
      return { kind: 'failed', number, message: String(data.message).slice(0, longestMessage) };
    case 'selected':
      return readSelected(data.selection);
    default:
      return null;
  }
}

function readSelected(selection: unknown): PluginReport | null {
  if (selection === null) return { kind: 'selected', selection: null };
  return isSelection(selection) ? { kind: 'selected', selection } : null;
}

export function isSelection(value: unknown): value is CrossFilterSelection {
  if (!isRecord(value) || !Array.isArray(value.filters) || !Array.isArray(value.selectedLabels)) return false;
  const isShort = value.filters.length <= mostFilters && value.selectedLabels.length <= mostValues;
  return isShort && value.filters.every(isFilter) && value.selectedLabels.every((label) => typeof label === 'string');
}

function isFilter(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.values)) return false;
  return (
    typeof value.column === 'string' &&
    operators.includes(String(value.op)) &&
    value.values.length <= mostValues &&
    value.values.every(isCell)
  );
}

const isCell = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);
