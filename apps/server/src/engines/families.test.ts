import { findDialect } from '@powerset/sql';
import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from './kinds.ts';
import { findOpeningProblem } from './opening.ts';
import { hasOwnGrammar } from './script-reading.ts';

/** By the names that the reference has for them, with an address as its documentation writes it. */
const members: readonly (readonly [string, string, string])[] = [
  ['redshift', 'redshift+psycopg2://ada:pw@db:5439/dev', 'redshift'],
  ['redshift', 'redshift+redshift_connector://ada:pw@db/dev', 'redshift'],
  ['cockroachdb', 'cockroachdb://root@db:26257/defaultdb?sslmode=disable', 'cockroachdb'],
  ['cockroachdb', 'cockroachdb+psycopg2://root@db/defaultdb?disable_cockroachdb_telemetry=true', 'cockroachdb'],
  ['cockroachdb', 'cockroachdb+asyncpg://root@db/defaultdb', 'cockroachdb'],
  ['timescaledb', 'timescaledb://ada:pw@db:5432/tsdb', 'postgresql'],
  ['yugabytedb', 'yugabytedb+psycopg2://ada:pw@db:5433/yugabyte', 'postgresql'],
  ['greenplum', 'greenplum://ada:pw@db:5432/dw', 'postgresql'],
  ['hologres', 'hologres+psycopg2://key:secret@db:80/dw', 'postgresql'],
  ['starrocks', 'starrocks://ada:pw@db:9030/default_catalog.shop', 'starrocks'],
  ['starrocks', 'starrocks://ada:pw@db:9030/', 'starrocks'],
  ['doris', 'doris://ada:pw@db:9030/internal.shop', 'doris'],
  ['pydoris', 'pydoris://ada:pw@db:9030/lake.shop', 'doris'],
  ['tidb', 'tidb://ada:pw@db:4000/test', 'mysql'],
];

describe('a member of the families of PostgreSQL and MySQL', () => {
  it.each(members)('%s opens by %s, and has a grammar', (backend, uri, dialect) => {
    expect(findOpeningProblem({ backend, sqlalchemy_uri: uri })).toBeNull();
    expect(findDialect(backend)?.name).toBe(dialect);
    expect(hasOwnGrammar(dialect)).toBe(true);
  });

  it.each(['redshift', 'cockroachdb', 'hologres', 'starrocks', 'pydoris', 'tidb'])(
    '%s comes back from the fields of a form as it went in, encrypted or not',
    (backend) => {
      const kind = findDatabaseKind(backend);
      const database = kind?.fields.database?.description.includes('catalog') ? 'lake.shop' : 'shop';
      for (const encryption of [true, false]) {
        const parameters = {
          host: '::1',
          port: 5433,
          database,
          username: 'ad@a',
          password: 'ö:@/%',
          encryption,
          query: {},
        };
        const uri = kind?.toUri(parameters) ?? '';
        expect(kind?.findUriProblem(uri), uri).toBe(false);
        expect(kind?.toParameters(uri)).toEqual(parameters);
      }
    },
  );

  it('is encrypted on Redshift where its address says nothing of it, and not where it says so', () => {
    const kind = findDatabaseKind('redshift');
    expect(kind?.toParameters('redshift+psycopg2://ada@db/dev')).toMatchObject({
      encryption: true,
      port: 5439,
      query: {},
    });
    expect(kind?.toParameters('redshift+psycopg2://ada@db/dev?sslmode=disable')).toMatchObject({ encryption: false });
    expect(kind?.toParameters('redshift://ada@db/dev?sslmode=require')).toMatchObject({
      query: { sslmode: 'require' },
    });
  });

  it('is not taken for one that it is not: RisingWave and OceanBase are kept', () => {
    for (const backend of ['risingwave', 'oceanbase'])
      expect(findOpeningProblem({ backend })).toContain(
        `engine ${backend === 'risingwave' ? 'RisingWave' : 'OceanBase'}`,
      );
  });
});
