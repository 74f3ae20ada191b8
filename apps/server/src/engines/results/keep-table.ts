import type { CellValue, ColumnType, ResultColumn, ResultTable } from '@powerset/contract';
import type { ResultSink, StoredColumn } from '../remote/index.ts';

const batchRows = 5000;
const int64 = 2n ** 63n;
/** Of the engine's widest figures. */
const maxDigits = 38;

/** Keeps exact rows that an engine has given already: those of a statement that cannot be run again to be stored. */
export async function keepTable(sink: ResultSink, resultId: string, table: ResultTable): Promise<{ bytes: number }> {
  const writer = await sink.open(resultId);
  const figures = table.columns.map(({ type }) => (type === 'number' ? noFigures() : null));
  try {
    for (let start = 0; start < table.rowCount; start += batchRows) {
      const length = Math.min(batchRows, table.rowCount - start);
      for (const [at, seen] of figures.entries()) {
        if (seen) noteFigures(seen, table.columns[at]?.values.slice(start, start + length) ?? []);
      }
      await writer.add(
        Array.from({ length }, (_, row) => table.columns.map(({ values }) => toText(values[start + row] ?? null))),
      );
    }
    return await writer.finish(table.columns.map((column, at) => toStoredColumn(column, figures[at] ?? noFigures())));
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

function toText(value: CellValue): string | null {
  return value === null ? null : String(value);
}

const plainTypes: Readonly<Record<Exclude<ColumnType, 'number' | 'temporal'>, string>> = {
  boolean: 'BOOLEAN',
  string: 'VARCHAR',
};

function toStoredColumn({ name, type, nativeType }: ResultColumn, figures: Figures): StoredColumn {
  return { name, type, nativeType, storedAs: storedType({ type, nativeType }, figures) };
}

function storedType({ type, nativeType }: Pick<ResultColumn, 'type' | 'nativeType'>, figures: Figures): string {
  if (type === 'number') return numberType(figures);
  if (type !== 'temporal') return plainTypes[type];
  if (/^date$/i.test(nativeType)) return 'DATE';
  return /with time zone|tz/i.test(nativeType) && !/without/i.test(nativeType) ? 'TIMESTAMPTZ' : 'TIMESTAMP';
}

/** What the figures of a column have been so far, batch by batch: a column may be as long as a write is. */
interface Figures {
  isWhole: boolean;
  isWithinInt64: boolean;
  /** Whether each is written out, and none is a binary fraction. */
  isDecimal: boolean;
  /** The most digits before the point, and behind it. */
  whole: number;
  scale: number;
}

function noFigures(): Figures {
  return { isWhole: true, isWithinInt64: true, isDecimal: true, whole: 0, scale: 0 };
}

function noteFigures(seen: Figures, values: readonly CellValue[]): void {
  for (const value of values) {
    if (value === null) continue;
    const [, digits, fraction] = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
    seen.isDecimal &&= typeof value !== 'number' && digits !== undefined;
    seen.isWhole &&= digits !== undefined && digits.length <= maxDigits && fraction === undefined;
    seen.isWithinInt64 &&= seen.isWhole && isInt64(BigInt(String(value)));
    seen.whole = Math.max(seen.whole, digits?.length ?? 0);
    seen.scale = Math.max(seen.scale, fraction?.length ?? 0);
  }
}

function isInt64(value: bigint): boolean {
  return value < int64 && value >= -int64;
}

/** The narrowest type that holds every figure as it is written. */
function numberType({ isWhole, isWithinInt64, isDecimal, whole, scale }: Figures): string {
  if (isWhole) return isWithinInt64 ? 'BIGINT' : 'HUGEINT';
  return isDecimal && whole + scale <= maxDigits ? `DECIMAL(${whole + scale}, ${scale})` : 'DOUBLE';
}
