import Type from 'typebox';
import type { Operations } from '../endpoints.ts';
import { raw, resultOf } from './answers.ts';
import { ChartTableResult } from './chart-data.ts';
import { QParameter } from './lists.ts';
import { smallPictureLook, WireSmallPicture } from './pictures.ts';
import {
  FilterSqlBody,
  WireCell,
  WireColumnDetail,
  WireColumnValues,
  WireComparison,
  WireFollowedKey,
  WireKeyColumn,
  WireProfile,
  WireWindow,
} from './stored-results.ts';
import { WireFigureComparison } from './version-figures.ts';

const view = 'SQLLab';

export const KeyParams = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) });

const ofResult = { tag: 'SQL Lab', access: { verb: 'can_get_results', view }, params: KeyParams } as const;
const asked = { ...ofResult, query: QParameter } as const;

/** What is asked of a result that the SQL editor keeps. */
export const resultOperations = {
  window: {
    id: 'sql_editor.results_window',
    summary: 'Some rows of a stored result: sorted, searched and filtered in the engine; `format=arrow` for Arrow IPC',
    ...ofResult,
    query: Type.Object(
      {
        q: Type.Optional(Type.String()),
        format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('arrow')])),
      },
      { additionalProperties: true },
    ),
    answers: { 200: WireWindow },
    errors: [410, 422, 499],
    otherForms: [raw('application/vnd.apache.arrow.stream', 'The table as Arrow IPC')],
  },
  cell: {
    id: 'sql_editor.results_cell',
    summary: 'One value of a stored result, however long: as much of its text at once as is asked for',
    ...asked,
    answers: { 200: WireCell },
    errors: [410, 422, 499],
  },
  compare: {
    id: 'sql_editor.results_compare',
    summary: 'Which rows of a stored result are not in an earlier one, which are gone, and which have changed',
    ...asked,
    answers: { 200: WireComparison },
    errors: [410, 422, 499],
  },
  figures: {
    id: 'sql_editor.results_figures',
    summary: 'Which figures of a stored result are others than in an earlier one, its rows matched by what names them',
    ...ofResult,
    query: Type.Object({ before: KeyParams.properties.key }),
    answers: { 200: resultOf(WireFigureComparison) },
    errors: [410, 422, 499],
  },
  profile: {
    id: 'sql_editor.results_profile',
    summary: 'Nulls, distinct values, range and histogram of each column of a stored result',
    ...ofResult,
    answers: { 200: WireProfile },
    errors: [410, 499],
  },
  columnDetail: {
    id: 'sql_editor.results_column',
    summary: 'One column of a stored result under filters: range, quantiles, histogram, most frequent values',
    ...asked,
    answers: { 200: WireColumnDetail },
    errors: [410, 422, 499],
  },
  columnValues: {
    id: 'sql_editor.results_values',
    summary: 'The values of one column of a stored result under filters, most frequent ones first',
    ...asked,
    answers: { 200: WireColumnValues },
    errors: [410, 422, 499],
  },
  chart: {
    id: 'sql_editor.results_chart',
    summary: 'The rows of a chart of a stored result, whose columns and figures are named',
    ...asked,
    answers: { 200: resultOf(Type.Array(ChartTableResult)) },
    errors: [404, 410, 422, 499],
  },
  chartPicture: {
    id: 'sql_editor.results_chart_picture',
    summary: 'A small picture of a chart of a stored result',
    ...ofResult,
    query: Type.Object({ q: Type.String(), ...smallPictureLook }, { additionalProperties: true }),
    answers: { 200: resultOf(WireSmallPicture) },
    errors: [404, 410, 422, 499],
  },
  keys: {
    id: 'sql_editor.results_keys',
    summary: 'The columns of a stored result that are keys of the tables its statement reads',
    ...ofResult,
    answers: { 200: resultOf(Type.Array(WireKeyColumn)) },
    errors: [410, 499],
  },
  follow: {
    id: 'sql_editor.results_follow',
    summary: 'The statement that reads the row to which a value of a foreign key leads',
    ...asked,
    answers: { 200: resultOf(WireFollowedKey) },
    errors: [404, 410, 422, 499],
  },
  filterSql: {
    id: 'sql_editor.results_filter_sql',
    isForReading: true,
    summary: 'A statement with the filters of its stored result as conditions of its own',
    ...ofResult,
    body: FilterSqlBody,
    answers: { 200: resultOf(Type.String()) },
    errors: [410, 422, 499],
  },
  exportResult: {
    id: 'sql_editor.results_export',
    summary: 'A stored result as a file',
    ...ofResult,
    access: { verb: 'can_export_csv', view },
    query: Type.Object(
      {
        format: Type.Optional(
          Type.Union([
            Type.Literal('csv'),
            Type.Literal('parquet'),
            Type.Literal('arrow'),
            Type.Literal('xlsx'),
            Type.Literal('json'),
          ]),
        ),
        q: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
    answers: { 200: raw('application/octet-stream', 'The file, under its own media type') },
    errors: [410, 422, 499],
  },
} as const satisfies Operations;
