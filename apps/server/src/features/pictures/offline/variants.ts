import type { ExtraFormData } from '@powerset/chart-kit';
import type { WireValue } from '@powerset/contract';
import { type Document, isDocument, type Row } from '../../../metadata/index.ts';
import { unpackTable } from '../../../packed/index.ts';
import { filtersReaching, masksOf } from '../dashboard-filters.ts';
import type { FileGiven } from './given.ts';
import { problemOf } from './problems.ts';
import { answered, type PackedQuestion, requestUnder, targetColumn } from './questions.ts';

/** Answers of a chart that are asked one by one. */
const mostVariants = 40;
const mostValues = 20;
/** What people choose of a time filter without typing. */
const usualRanges = ['No filter', 'Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'];

/**
 * What a chart shows under each single value of each filter: for figures that no sum of others tells, as distinct counts and
 * ratios, the database answers ahead. Several values at once it cannot follow.
 */
export async function askVariants(
  given: FileGiven,
  chart: Row<'charts'>,
  filters: readonly PackedQuestion[],
): Promise<PackedQuestion['answers']> {
  const { drawing, room, masks } = given;
  const found: PackedQuestion['answers'][number][] = [];
  for (const { id, extra } of choicesOf(given, chart, filters).slice(0, mostVariants)) {
    drawing.signal.throwIfAborted();
    if (drawing.services.now().getTime() > room.untilMs) break;
    const chosen = { ...masks, [id]: { extraFormData: extra } };
    const request = requestUnder(given, chart, masksOf(chart.id, { ...given.dashboard, masks: chosen }));
    const answer = await answered(given, request).catch((error: unknown) => {
      drawing.signal.throwIfAborted();
      problemOf(error);
      return null;
    });
    if (answer) found.push(answer);
  }
  return found;
}

interface Choice {
  readonly id: string;
  readonly extra: ExtraFormData;
}

function choicesOf(given: FileGiven, chart: Row<'charts'>, filters: readonly PackedQuestion[]): readonly Choice[] {
  return filtersReaching(chart.id, given.dashboard).flatMap((filter): readonly Choice[] => {
    const id = String(filter.id);
    if (filter.filterType === 'filter_time') return usualRanges.map((range) => ({ id, extra: { time_range: range } }));
    const column = targetColumn(filter);
    const offered = filters.find(({ key }) => key === `filter:${id}`);
    if (filter.filterType !== 'filter_select' || column === null || !offered || leavesOut(filter)) return [];
    return valuesOf(offered, column).map((value) => ({
      id,
      extra: { filters: [{ col: column, op: 'IN', val: [value] }] },
    }));
  });
}

/** Such a filter asks for all values but the chosen ones. */
const leavesOut = ({ controlValues }: Document) => isDocument(controlValues) && controlValues.inverseSelection === true;

function valuesOf({ answers }: PackedQuestion, name: string): readonly WireValue[] {
  const [first] = answers[0]?.results ?? [];
  const column = first && unpackTable(first.table).columns.find((one) => one.name === name);
  const values = column?.values ?? [];
  return values.flatMap((value) => (value === null || typeof value === 'bigint' ? [] : [value])).slice(0, mostValues);
}
