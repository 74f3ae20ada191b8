import { genericTypeCodes } from '@powerset/contract';
import type { Answer } from './answer.ts';
import { GrowingText } from './growing-text.ts';
import { countText } from './table-text.ts';

/** A text in parts: some are known at once, others are still being written. */
export type TextPart = Buffer | GrowingText;

/** The reference's answer to a request; `isShort` leaves out all but the rows, as `result_type: results` asks. */
export function rowAnswerParts(answers: readonly Answer[], isShort: boolean): readonly TextPart[] {
  const parts = answers.flatMap((answer, index) => [
    Buffer.from(`${index === 0 ? '{"result":[' : ','}${rowHead(answer, isShort)}`),
    ...(isShort ? [] : [Buffer.from(',"indexnames":['), countText(answer.table.rowCount), Buffer.from(']')]),
    Buffer.from(',"data":'),
    answer.text.rows(),
    Buffer.from('}'),
  ]);
  return answers.length === 0 ? [Buffer.from('{"result":[]}')] : [...parts, Buffer.from(']}')];
}

/** Everything but the rows, open at its end. */
function rowHead({ facts, table, columnTypes }: Answer, isShort: boolean): string {
  const colnames = table.columns.map((column) => column.name);
  const coltypes = columnTypes.map((type) => genericTypeCodes[type]);
  const { rowcount, sql_rowcount, engineMs: _engineMs, limitReached: _limit, summable: _summable, ...others } = facts;
  const short = JSON.stringify({ colnames, coltypes, rowcount, sql_rowcount }).slice(0, -1);
  if (isShort) return short;
  return `${short},${JSON.stringify(others).slice(1, -1)}`;
}

/** A chart's line in the answer to a batch. */
export function batchLineParts(key: string, answers: readonly Answer[]): readonly TextPart[] {
  const parts = answers.flatMap(({ facts, text }, index) => [
    Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(facts).slice(0, -1)},"table":`),
    text.columns(),
    Buffer.from('}'),
  ]);
  return [Buffer.from(`{"key":${JSON.stringify(key)},"status":200,"results":[`), ...parts, Buffer.from(']}\n')];
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
