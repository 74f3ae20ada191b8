/** Of row rules in texts that people write. */
const catalog = 'apps/server/src/catalog';
const engine = { file: `${catalog}/ruled-engine.ts` };
const byGrammar = `${catalog}/ruled-engine.test.ts`;
const byRuns = 'apps/server/src/features/sql-editor/row-rules.test.ts';

export const rowRuleFeatures = [
  {
    file: `${catalog}/text-access.ts`,
    test: byRuns,
    title: 'a text reads the rows that the row rules',
    what: 'the editor shows all rows of a table of which somebody may see some',
    find: 'services.config.featureFlags.RLS_IN_SQLLAB ? underRowRules(services, request) : request.engine',
    put: 'request.engine',
  },
  {
    ...engine,
    test: byGrammar,
    title: 'a place that a reader does not tell',
    what: 'a text keeps a ruled table where its reader tells no place',
    find: 'if (!isWhole || names.size > 0 || ruledTables([found], findClauses).length > 0) throw unreachable(bound);',
    put: '',
  },
  {
    ...engine,
    test: byGrammar,
    title: 'what a rule reads is no query of the text',
    what: 'a query of the text stands for a table of the rule',
    find: 'alone.length !== counts[index]',
    put: 'false',
  },
  {
    ...engine,
    test: byRuns,
    title: 'a rule whose column is gone',
    what: 'an error of the engine tells the rule',
    find: 'isTelling ? hiddenWords : withAuthorsNames(details.message, made)',
    put: 'withAuthorsNames(details.message, made)',
  },
  {
    ...engine,
    test: byRuns,
    title: 'plans and estimates of narrowed tables',
    what: 'an estimate tells of hidden rows',
    find: 'if (bound.length > 0) throw planRefused(bound);',
    put: '',
  },
  {
    ...engine,
    test: byRuns,
    title: 'what is wrong with a text',
    what: 'a PIVOT is described by all rows',
    find: 'ruled({ ...place, sql }, (made) => engine.describeQuery(made.sql, place))',
    put: 'engine.describeQuery(sql, place)',
  },
  {
    file: 'apps/server/src/answers/questions/question.ts',
    test: byRuns,
    title: 'a virtual dataset reads the permitted rows',
    what: 'a virtual dataset reads all rows of its tables',
    find: 'if (sql === row.sql) return source;',
    put: 'if (sql) return source;',
  },
  {
    file: 'apps/server/src/features/reports/alert.ts',
    test: 'apps/server/src/features/reports/alerts.test.ts',
    title: 'asks with the rights of who answers for it',
    what: 'an alert asks for all rows',
    find: 'await underRowRules(services, { ...request, engine })',
    put: 'engine',
  },
];
