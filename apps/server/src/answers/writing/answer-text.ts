import {
  type ChartBatchLine,
  type ChartDataAnswer,
  type ChartDataResult,
  type ChartTableResult,
  genericTypeCodes,
} from '@powerset/contract';
import { nextField, openObject } from '../../json/index.ts';
import type { PackedTable } from '../../packed/index.ts';
import type { Answer } from './answer.ts';
import { GrowingText } from './growing-text.ts';
import { columnsText, countText } from './table-text.ts';

/** A text in parts: some are known at once, others are still being written. */
export type TextPart = Buffer | GrowingText;

type Short = Pick<ChartDataResult, 'colnames' | 'coltypes' | 'rowcount' | 'sql_rowcount' | 'data'>;
type ChartLine = Extract<ChartBatchLine, { readonly results: unknown }>;

/** The reference's answer to a request; `isShort` leaves out all but the rows, as `result_type: results` asks. */
export function rowAnswerParts(answers: readonly Answer[], isShort: boolean): readonly TextPart[] {
  const parts = answers.flatMap((answer, index) => [
    Buffer.from(index === 0 ? `${openObject<ChartDataAnswer, 'result'>({}, 'result')}[` : ','),
    ...(isShort ? shortHead(answer) : wholeHead(answer)),
    answer.text.rows(),
    Buffer.from('}'),
  ]);
  return answers.length === 0 ? [Buffer.from('{"result":[]}')] : [...parts, Buffer.from(']}')];
}

/** What every answer tells of its columns. */
function columnFacts({ facts, table, columnTypes }: Answer): Omit<Short, 'data'> {
  return {
    colnames: table.columns.map((column) => column.name),
    coltypes: columnTypes.map((type) => genericTypeCodes[type]),
    rowcount: facts.rowcount,
    sql_rowcount: facts.sql_rowcount,
  };
}

function shortHead(answer: Answer): readonly TextPart[] {
  return [Buffer.from(openObject<Short, 'data'>(columnFacts(answer), 'data'))];
}

/** Everything but the rows. */
function wholeHead(answer: Answer): readonly TextPart[] {
  const { engineMs: _engineMs, limitReached: _limit, summable: _summable, ...facts } = answer.facts;
  const known: Omit<ChartDataResult, 'data' | 'indexnames'> = { ...columnFacts(answer), ...facts };
  const head = openObject<Omit<ChartDataResult, 'data'>, 'indexnames'>(known, 'indexnames');
  return [
    Buffer.from(`${head}[`),
    countText(answer.table.rowCount),
    Buffer.from(`]${nextField<ChartDataResult>('data')}`),
  ];
}

/** Answers with their rows by column, as a list without its brackets. */
function tableParts(answers: readonly Answer[]): readonly TextPart[] {
  return answers.flatMap(({ facts, text }, index) => [
    Buffer.from(`${index === 0 ? '' : ','}${openObject<ChartTableResult, 'table'>(facts, 'table')}`),
    text.columns(),
    Buffer.from('}'),
  ]);
}

/** A list of answers as JSON, as it is written. */
export async function* answersText(answers: readonly Answer[]): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  yield* readParts(tableParts(answers));
  yield Buffer.from(']');
}

/** A table as JSON, as it is written. */
export const tableText = (table: PackedTable): AsyncGenerator<Buffer> => readParts([columnsText(table)]);

/** A chart's line in the answer to a batch. */
export function batchLineParts(key: string, answers: readonly Answer[]): readonly TextPart[] {
  const parts = tableParts(answers);
  const head = openObject<ChartLine, 'results'>({ key, status: 200 }, 'results');
  return [Buffer.from(`${head}[`), ...parts, Buffer.from(']}\n')];
}

/** The text in one piece when it is there already. */
export function wholeText(parts: readonly TextPart[]): Buffer | null {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const known = part instanceof GrowingText ? part.whole() : [part];
    if (!known) return null;
    pieces.push(...known);
  }
  return Buffer.concat(pieces);
}

/** The text as it comes. */
export async function* readParts(parts: readonly TextPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part instanceof GrowingText) yield* part.read();
    else yield part;
  }
}
