import { databaseEndpoints } from '@powerset/contract';
import Type from 'typebox';
import { Id, Name } from '../fields.ts';
import { defineTool } from '../tool.ts';

const PER_PAGE = 100;
const Schema = Type.Optional(
  Type.String({ maxLength: 256, description: "The schema; the database's own if not given." }),
);

export const listDatabases = defineTool({
  name: 'list_databases',
  title: 'Databases',
  description: 'The databases that the person may ask in SQL, with their engines.',
  input: Type.Object({}, { additionalProperties: false }),
  isReading: true,
  run: async (_input, caller) => {
    const { count, result } = await caller.call(databaseEndpoints.list, {
      query: { q: { page: 0, page_size: PER_PAGE } },
    });
    return {
      count,
      databases: result.map(({ id, database_name, backend, expose_in_sqllab, allow_dml }) => ({
        ...{ id, name: database_name, engine: backend, in_sql_editor: expose_in_sqllab, allows_changes: allow_dml },
      })),
    };
  },
});

export const listTables = defineTool({
  name: 'list_tables',
  title: 'Tables of a database',
  description: 'The schemas of a database, and the tables and views of one of them.',
  input: Type.Object({ database_id: Id('the database'), schema: Schema }, { additionalProperties: false }),
  isReading: true,
  run: async ({ database_id: id, schema }, caller) => {
    const schemas = await caller.call(databaseEndpoints.schemas, { params: { id } });
    const chosen = schema ?? (schemas.result.find((name) => ['main', 'public'].includes(name)) || schemas.result[0]);
    if (chosen === undefined) return { schemas: schemas.result, tables: [] };
    const { count, result } = await caller.call(databaseEndpoints.tables, {
      params: { id },
      query: { q: { schema_name: chosen } },
    });
    const tables = result.slice(0, 1000).map(({ value, type }) => ({ name: value, type }));
    return { schemas: schemas.result, schema: chosen, count, tables };
  },
});

export const describeTable = defineTool({
  name: 'describe_table',
  title: 'Columns of a table',
  description: 'The columns, keys and indexes of a table of a database, and a SELECT of all of it.',
  input: Type.Object(
    { database_id: Id('the database'), schema: Name('The schema.'), table: Name('The table or view.') },
    { additionalProperties: false },
  ),
  isReading: true,
  run: async ({ database_id: id, schema, table }, caller) => {
    const answer = await caller.call(databaseEndpoints.table, { params: { id, table, schema } });
    return { name: answer.name, columns: answer.columns, indexes: answer.indexes, select: answer.selectStar };
  },
});
