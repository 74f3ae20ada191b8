import type { CellValue, ColumnType, ResultColumn, ResultTable } from '@powerset/contract';
import type { ResultSink, StoredColumn } from '../remote/index.ts';

const batchRows = 5000;
const int64 = 2n ** 63n;

/** Keeps exact rows that an engine has given already: those of a statement that cannot be run again to be stored. */
export async function keepTable(sink: ResultSink, resultId: string, table: ResultTable): Promise<{ bytes: number }> {
  const writer = await sink.open(resultId);
  try {
    for (let start = 0; start < table.rowCount; start += batchRows) {
      const length = Math.min(batchRows, table.rowCount - start);
      await writer.add(
        Array.from({ length }, (_, row) => table.columns.map(({ values }) => toText(values[start + row] ?? null))),
      );
    }
    return await writer.finish(table.columns.map(toStoredColumn));
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

function toStoredColumn(column: ResultColumn): StoredColumn {
  const { name, type, nativeType } = column;
  return { name, type, nativeType, storedAs: storedType(column) };
}

function storedType({ type, nativeType, values }: ResultColumn): string {
  if (type === 'number') return numberType(values);
  if (type !== 'temporal') return plainTypes[type];
  if (/^date$/i.test(nativeType)) return 'DATE';
  return /with time zone|tz/i.test(nativeType) && !/without/i.test(nativeType) ? 'TIMESTAMPTZ' : 'TIMESTAMP';
}

/** The narrowest type that holds every figure as it is written. */
function numberType(values: readonly CellValue[]): string {
  const texts = values.filter((value) => value !== null).map(String);
  if (texts.every((text) => /^-?\d{1,38}$/.test(text))) {
    return texts.every((text) => BigInt(text) < int64 && BigInt(text) >= -int64) ? 'BIGINT' : 'HUGEINT';
  }
  const parts = texts.map((text) => /^-?(\d+)(?:\.(\d+))?$/.exec(text));
  const scale = Math.max(...parts.map((part) => part?.[2]?.length ?? 0));
  const whole = Math.max(...parts.map((part) => part?.[1]?.length ?? Number.POSITIVE_INFINITY));
  return whole + scale <= 38 && values.every((value) => typeof value !== 'number')
    ? `DECIMAL(${whole + scale}, ${scale})`
    : 'DOUBLE';
}
