import { sqlEditorEndpoints } from '@powerset/contract';
import Type from 'typebox';
import { Id, maxRows, RowLimit } from '../fields.ts';
import { defineTool, ToolError } from '../tool.ts';

export const runSql = defineTool({
  name: 'run_sql',
  title: 'Run SQL',
  description:
    'Runs a script in a database as the person, and answers the rows of its last statement. Only SELECT runs, unless allow_changes is set, the database allows changes and the person may make them.',
  input: Type.Object(
    {
      database_id: Id('the database'),
      sql: Type.String({ minLength: 1, maxLength: 100_000 }),
      schema: Type.Optional(
        Type.String({ maxLength: 256, description: 'Where names without a schema are looked for.' }),
      ),
      row_limit: RowLimit,
      allow_changes: Type.Optional(
        Type.Boolean({ description: 'Whether the script may change data. Ask the person first.' }),
      ),
    },
    { additionalProperties: false },
  ),
  isReading: false,
  scopeOf: ({ allow_changes }) => (allow_changes === true ? 'write' : 'sql'),
  run: async ({ database_id, sql, schema, row_limit = 100, allow_changes = false }, caller) => {
    const answer = await caller.call(sqlEditorEndpoints.execute, {
      body: {
        ...{ database_id, sql, runAsync: false, queryLimit: Math.min(row_limit, maxRows), tab: 'MCP' },
        ...(schema === undefined ? {} : { schema }),
        ...(allow_changes ? {} : { only_reads: true }),
      },
    });
    if (!('data' in answer)) throw new ToolError('The run did not end.');
    return {
      columns: answer.columns.map(({ column_name: name, type }) => ({ name, type })),
      rows: answer.data,
      row_count: answer.rowcount,
      is_cut: answer.displayLimitReached ?? false,
    };
  },
});
