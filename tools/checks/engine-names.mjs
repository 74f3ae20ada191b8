/**
 * Only the dialects, the engines, the configuration and the store's own connection know an engine by name:
 * everywhere else capabilities decide.
 */
import { exceptionAt, isTestFile, lineAt, walk } from './syntax.mjs';

export const title = 'Engine names';

/** In the spellings in which names occur, so that `sqlItems` is none. */
const names =
  /[dD]uck[dD][bB]|[pP]ostgre|[mM]y[sS][qQ][lL]|[mM]aria[dD][bB]|sqlite|S[qQ][lL]ite|[cC]lick[hH]ouse|(?<![a-z])trino|Trino|(?<![a-z])presto|Presto|[bB]ig[qQ]uery|[aA]thena|[sS]nowflake|[dD]atabricks|DUCKDB|POSTGRES|MYSQL|MARIADB|SQLITE|CLICKHOUSE|TRINO|PRESTO/;
const rooms = [
  /^packages\/sql\/src\/dialects\//,
  /^apps\/server\/src\/engines\//,
  /^apps\/server\/src\/metadata\//,
  /^apps\/server\/src\/config\.ts$/,
  /^(testkit|e2e|bench)\//,
  /\.config\.ts$/,
];

export function check({ sources }) {
  return sources
    .filter(({ path }) => !isTestFile(path) && !rooms.some((room) => room.test(path)))
    .flatMap((source) => namesIn(source).filter(({ line }) => !exceptionAt(source, line, 'engine-names')));
}

function namesIn(source) {
  const found = new Map();
  const add = (node, text) => {
    const line = lineAt(source, node.start);
    const name = names.exec(text)?.[0];
    if (name && !found.has(line))
      found.set(line, { path: source.path, line, message: `names an engine or dialect: ${name}` });
  };
  walk(source.program, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') add(node, node.name);
    if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value);
    if (node.type === 'TemplateElement') add(node, node.value.raw);
    if (node.type === 'JSXText') add(node, node.value);
    return true;
  });
  return [...found.values()];
}
