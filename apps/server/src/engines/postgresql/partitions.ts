import type { TablePartitions } from '../engine.ts';
import type { Session } from './session.ts';

/** A table is parted into more hardly ever; the rest says nothing new of the latest. */
const mostParts = 10_000;

/** How the rows of a parted table are parted. */
export async function readPartitions(session: Session, oid: string): Promise<TablePartitions | null> {
  const { rows } = await session.query(
    `SELECT pg_catalog.pg_get_partkeydef(p.partrelid),
       (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(p.partattrs::int[]) WITH ORDINALITY k(number, place)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.number)
     FROM pg_catalog.pg_partitioned_table p WHERE p.partrelid = $1`,
    { values: [oid] },
  );
  const [row] = rows;
  if (!row) return null;
  const parts = await session.query(
    `SELECT pg_catalog.pg_get_expr(c.relpartbound, c.oid) FROM pg_catalog.pg_inherits i
     JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1 ORDER BY c.oid DESC LIMIT ${mostParts}`,
    { values: [oid] },
  );
  return {
    // The statement above writes a JSON list of names; there is none where an expression parts the rows.
    columns: row[1] ? (JSON.parse(row[1]) as string[]) : [],
    key: row[0] ?? '',
    latest: latestOf(parts.rows.map(([bound]) => bound ?? '')),
  };
}

/**
 * The greatest value at which a part begins, of `FOR VALUES FROM ('2024-01-01') TO ('2024-02-01')`, or which is in a list, of
 * `FOR VALUES IN ('eu', 'us')`; null where none says so.
 */
export function latestOf(bounds: readonly string[]): string | null {
  const values = bounds.flatMap((bound) => {
    const [, inside = ''] = /^FOR VALUES (?:FROM|IN) \((.*?)\)(?: TO |$)/s.exec(bound) ?? [];
    const first = /^(?:'((?:[^']|'')*)'|(-?[\d.]+))/.exec(inside);
    return first ? [first[1]?.replaceAll("''", "'") ?? first[2] ?? ''] : [];
  });
  const areNumbers = values.every((value) => value !== '' && Number.isFinite(Number(value)));
  const isLater = (one: string, other: string) => (areNumbers ? Number(one) > Number(other) : one > other);
  return values.reduce<string | null>((last, value) => (last === null || isLater(value, last) ? value : last), null);
}
