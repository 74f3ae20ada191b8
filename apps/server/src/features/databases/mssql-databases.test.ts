import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTdsService, type TdsAnswer, type TdsService } from '../../engines/mssql/tds-service-fixture.ts';
import {
  columnsToken,
  doneToken,
  rowToken,
  type TdsType,
  tdsTypes,
  tdsValues,
} from '../../engines/mssql/tds-tokens-fixture.ts';

const text = tdsTypes.nvarchar(200);

/** Rows of texts. */
function texts(...rows: readonly (readonly (string | null)[])[]): TdsAnswer {
  const width = rows[0]?.length ?? 1;
  const types = Array.from({ length: width }, () => text);
  return table(
    types,
    rows.map((row) => row.map((value) => (value === null ? null : tdsValues.text(value)))),
  );
}

function table(types: readonly TdsType[], rows: readonly (readonly (Buffer | null)[])[]): TdsAnswer {
  return [
    columnsToken(types.map((type, at) => ({ name: `c${at}`, type }))),
    ...rows.map((row) => rowToken(types, row)),
    doneToken({ rows: rows.length }),
  ];
}

/** A server with one table, as its own views would tell of it. */
function answer(sql: string): TdsAnswer {
  if (/FROM sys\.schemas s WHERE/.test(sql)) return texts(['dbo'], ['sales']);
  if (/SELECT o\.name, o\.type/.test(sql)) return texts(['orders', 'U ', '12']);
  if (/SELECT CAST\(o\.object_id/.test(sql)) return texts(['77', 'U ', 'All orders', null]);
  if (/FROM sys\.columns c/.test(sql))
    return texts(
      ...[
        ['id', 'INT', 'false', null],
        ['placed', 'DATETIME2(7)', 'true', 'When'],
      ],
      ['amount', 'DECIMAL(10,2)', 'true', null],
    );
  if (/FROM sys\.indexes i/.test(sql))
    return texts(['PK_orders', 'true', 'true', 'id'], ['by_day', 'false', 'false', 'placed']);
  if (/FROM sys\.foreign_keys f/.test(sql)) return texts(['of_customer', 'dbo', 'customers', 'id', 'id']);
  if (/allocation_units/.test(sql)) return texts(['8192']);
  if (/dm_exec_describe_first_result_set/.test(sql)) return texts(['n', 'int', 'true', null, null]);
  if (/FROM sys\./.test(sql)) return table([text], []);
  return table(
    [tdsTypes.int],
    Array.from({ length: 5 }, (_, at) => [tdsValues.int(at)]),
  );
}

describe('a database on SQL Server', () => {
  let started: InProcessApp;
  let service: TdsService;
  let id: number;
  const run = (sql: string, more = {}) =>
    started.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'sales', sql, ...more });

  beforeAll(async () => {
    service = await startTdsService({ answer });
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...{ engine: 'mssql', driver: 'pymssql', configuration_method: 'dynamic_form', database_name: 'Shop' },
      ...{ expose_in_sqllab: true },
      parameters: {
        ...{ host: '127.0.0.1', port: service.port, username: 'ada', password: 's', database: 'shop' },
        encryption: false,
      },
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  }, 60_000);
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });

  it('is shown as the reference names it, and exported with the address that it was given', async () => {
    const { result } = (await started.admin.get(`/api/v1/database/${id}/connection`)).json;
    expect(result).toMatchObject({
      ...{ backend: 'mssql', opening_problem: null, default_schema: 'dbo' },
      sqlalchemy_uri: `mssql+pymssql://ada:XXXXXXXXXX@127.0.0.1:${service.port}/shop?Encrypt=no`,
    });
    const uri = `mssql+pyodbc://ada@127.0.0.1:${service.port}/shop?driver=ODBC+Driver+18+for+SQL+Server&Encrypt=no&TrustServerCertificate=yes`;
    const other = await started.admin.post('/api/v1/database/', { database_name: 'Other', sqlalchemy_uri: uri });
    expect(other.status, other.text).toBe(201);
    const archive = await started.admin.get(`/api/v1/database/export/?q=!(${other.json.id})`);
    const files = Object.entries(unzipSync(archive.bytes)).filter(([file]) => file.includes('/databases/'));
    expect(files.map(([, bytes]) => parse(strFromU8(bytes)).sqlalchemy_uri)).toEqual([uri]);
  });

  it('tells its schemas, its tables, and what is to be known of one', async () => {
    expect((await started.admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toEqual(['dbo', 'sales']);
    const tables = (await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:sales)`)).json.result;
    expect(tables).toMatchObject([{ value: 'orders', type: 'table' }]);
    const told = await started.admin.get(`/api/v1/database/${id}/table_metadata/?name=orders&schema=sales`);
    expect(told.json).toMatchObject({
      selectStar: 'SELECT TOP 100\n  [id],\n  [placed],\n  [amount]\nFROM [sales].[orders]',
      comment: 'All orders',
      primaryKey: { name: 'PK_orders', column_names: ['id'] },
      columns: [
        { name: 'id', type: 'INT' },
        { name: 'placed', longType: 'DATETIME2(7)', is_dttm: true, comment: 'When' },
        { name: 'amount', longType: 'DECIMAL(10,2)' },
      ],
      foreignKeys: [{ column_names: ['id'] }],
    });
  });

  it('runs the SQL editor with TOP, in the schema that was chosen', async () => {
    const answered = await run('SELECT n FROM orders -- all\nORDER BY n', { queryLimit: 3 });
    expect(answered.status, answered.text).toBe(200);
    expect(answered.json.data).toHaveLength(3);
    expect(service.statements.at(-1)).toBe('SELECT TOP 4 n FROM [sales].orders       \nORDER BY n');
    const refused = await run('SELECT 1\nEXEC xp_cmdshell');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain('EXEC');
    expect(service.statements.some((sql) => sql.includes('xp_cmdshell'))).toBe(false);
  });

  it('answers charts of a dataset of SQL, whose WITH stands at the beginning', async () => {
    const sql = 'WITH c AS (SELECT n FROM orders) SELECT n FROM c ORDER BY n';
    const dataset = await started.admin.post('/api/v1/dataset/', {
      ...{ database: id, schema: 'sales', table_name: 'numbers', sql },
    });
    expect(dataset.status, dataset.text).toBe(201);
    const answered = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [{ columns: ['n'], metrics: [], row_limit: 10, row_offset: 2 }],
      ...{ result_format: 'json', result_type: 'full' },
    });
    expect(answered.status, answered.text).toBe(200);
    expect(service.statements.at(-1)?.replaceAll('\n', ' ')).toBe(
      'WITH c AS (SELECT n FROM [sales].orders) SELECT [n] AS [n] FROM ( SELECT n FROM c ORDER BY n OFFSET 0 ROWS ) ' +
        'AS [virtual_table] GROUP BY [n] ORDER BY (SELECT NULL) OFFSET 2 ROWS FETCH NEXT 10 ROWS ONLY',
    );
  });
});
