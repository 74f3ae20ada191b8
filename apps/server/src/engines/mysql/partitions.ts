import type { TablePartitions } from '../engine.ts';
import type { Session } from './client.ts';

/** How the rows of a parted table are parted. Servers that keep no such list, or another one, are no worse for it. */
export async function readPartitions(session: Session, here: string): Promise<TablePartitions | null> {
  const { rows } = await session
    .query(
      `SELECT PARTITION_METHOD, PARTITION_EXPRESSION, PARTITION_DESCRIPTION FROM information_schema.PARTITIONS
       WHERE ${here} AND PARTITION_NAME IS NOT NULL ORDER BY PARTITION_ORDINAL_POSITION DESC LIMIT 100`,
    )
    .catch(() => ({ rows: [] }));
  const [row] = rows;
  if (!row) return null;
  const [method, expression] = [String(row[0] ?? ''), String(row[1] ?? '')];
  return {
    columns: columnsIn(expression),
    key: `${method} (${expression})`,
    latest: latestOf(rows.map((part) => String(part[2] ?? ''))),
  };
}

/** The columns of `` `day` ``, `year(`day`)` and `day,region`; names of functions stand before brackets. */
export function columnsIn(expression: string): readonly string[] {
  const quoted = [...expression.matchAll(/`((?:[^`]|``)*)`/g)].map(([, name = '']) => name.replaceAll('``', '`'));
  if (quoted.length > 0) return quoted;
  return [...expression.matchAll(/[A-Za-z_$][\w$]*(?!\s*\(|[\w$])/g)].map(([name]) => name);
}

/** The bound of the last part that has one. Parts by a hash have none. */
export function latestOf(bounds: readonly string[]): string | null {
  const bound = bounds.find((one) => one !== '' && !/MAXVALUE|DEFAULT/i.test(one));
  return bound === undefined ? null : bound.replace(/^'([^']*)'$/, '$1');
}
