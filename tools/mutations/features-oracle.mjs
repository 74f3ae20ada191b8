/** Of Oracle Database: what reaches it, where its connections go, and what they are believed. */
const room = 'apps/server/src/engines/oracle';
const gate = { test: `${room}/grammar.test.ts` };
const grammar = { ...gate, file: `${room}/grammar.ts` };
const wire = { test: `${room}/open.test.ts` };
const network = { ...wire, file: `${room}/driver-network.ts` };
const client = { ...wire, file: `${room}/client.ts` };

export const oracleFeatures = [
  {
    ...grammar,
    title: 'FROM t@other',
    what: 'tables of other databases are read',
    find: 'word: /[A-Za-z][A-Za-z0-9_$#]*/y',
    put: 'word: /[A-Za-z][A-Za-z0-9_$#@]*/y',
  },
  {
    ...grammar,
    title: 'utl_inaddr.get_host_address FROM dual',
    what: 'a package of the server is called without brackets',
    find: 'if (closedPackages.test(name) && isPoint(tokens[at + 1]))',
    put: 'if (closedPackages.test(name) && isPoint(tokens[at + 99]))',
  },
  {
    ...grammar,
    title: 'SELECT s.CURRVAL FROM dual',
    what: 'words that are no columns are passed over',
    find: 'if (closedWords.has(name) &&',
    put: 'if (closedWords.size === 0 &&',
  },
  {
    ...grammar,
    title: 'FROM SYS.ALL_USERS',
    what: "the server's own schemas are read",
    find: 'closedSchemas.has(schema) ||',
    put: '',
  },
  {
    ...grammar,
    title: 'SELECT my_function',
    what: 'functions are called that nobody knows',
    find: 'closedFunctions: new RegExp(',
    put: "closedFunctions: new RegExp('^$') ?? String(",
  },
  {
    ...grammar,
    title: 'are sent with a schema before each table',
    what: 'a bare name is looked for among public synonyms',
    find: 'insertionsOf(statement, schema).reduceRight(',
    put: 'insertionsOf(statement, schema).slice(99).reduceRight(',
  },
  {
    ...grammar,
    title: 'SELECT q',
    what: 'a text in q quotes ends at the first of its quotes',
    find: "\\[[\\s\\S]*?\\]'|\\{",
    put: "\\[[\\s\\S]*?'|\\{",
  },
  {
    ...network,
    title: 'goes nowhere else because a server says so',
    what: 'a listener sends connections to any host',
    find: 'if (isRedirected && !isNeighbour(',
    put: 'if (!isRedirected && !isNeighbour(',
  },
  {
    ...network,
    title: 'by a certificate that is checked or not',
    what: 'certificates are not checked',
    find: "rejectUnauthorized: tlsMode === 'verify' || serverCertificate !== null,",
    put: 'rejectUnauthorized: false,',
  },
  {
    ...network,
    title: 'that asks who connects for a certificate is shown it',
    what: 'the certificate of who connects is shown to nobody',
    find: '...(clientCertificate === null ?',
    put: '...(clientCertificate !== null ?',
  },
  {
    ...client,
    title: 'is told to stop when time is up',
    what: 'the server goes on with what nobody waits for',
    find: '    line.cancel().catch(() => line.close());\n',
    put: '',
  },
  {
    ...client,
    title: 'three times at most',
    what: 'a connection that turns out to be dead fails its statement',
    find: 'if (left === 0 || signal.aborted',
    put: 'if (left >= 0 || signal.aborted',
  },
  {
    file: `${room}/driver-values.ts`,
    test: `${room}/driver-values.test.ts`,
    title: 'with nine digits',
    what: 'times are rounded to what JavaScript has',
    find: ".padStart(9, '0')",
    put: ".padStart(9, '0').slice(0, 3)",
  },
  {
    file: `${room}/portions.ts`,
    ...wire,
    title: 'sends long values a few at a time',
    what: 'a thousand long texts are asked for at once',
    find: 'Math.floor((wantedBytes * rows) / bytes)',
    put: 'mostRows',
  },
  {
    file: 'packages/sql/src/reading/lex.ts',
    test: 'packages/sql/src/dialects/oracle.test.ts',
    title: 'hold no queries, comments or statements',
    what: 'a query hides behind the end of a text in q quotes',
    find: 'const operator = rules.hasQuoteOperators ?',
    put: 'const operator = rules.hasEscapeStrings ?',
  },
  {
    ...network,
    test: `${room}/wire.test.ts`,
    title: 'harms nobody when it is gone',
    what: 'what is said to a server that is gone ends the process',
    find: '    } catch {\n      this.connected = false;',
    put: '    } catch (error) {\n      throw error;',
  },
  {
    ...client,
    test: `${room}/wire.test.ts`,
    title: 'tells where a statement fails',
    what: 'a place of what was sent is told as one of what was written',
    find: 'authorsOffset(statement, schema, error.facts.offset)',
    put: '0',
  },
];
