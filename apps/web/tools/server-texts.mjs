/**
 * Collects what the server itself says to people: sentences of its sources, and what its errors are made with. Gaps are
 * numbered, as what stands in them has no name on the wire. What it writes to the terminal or the log is not among them,
 * nor what only programs read.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isTestFile, readSource, walk } from '../../../tools/checks/syntax.mjs';

const root = join(fileURLToPath(import.meta.url), '../../../..');
const folders = ['apps/server/src', 'packages/query/src', 'packages/sql/src', 'packages/contract/src'];
/** Settings, start, backups, the doctor, objects as files and moving over speak to the terminal, tools to agents, mails in languages of their own; the examples and the API's description are no answers. */
const elsewhere =
  /server\/src\/((config|oidc-settings|ldap-settings|otlp-settings|registration-settings|saml-settings|secret-settings|tls-settings|main|app|start-checks)\.ts|(backup|doctor|log|metadata|features\/examples|features\/bundles\/as-code|features\/mcp|moving-over|engines\/table-reader)\/|moving-parts\.ts|access\/(permissions|secrets)\.ts|threads\/saml-(text|task|decryption)\.ts|features\/database-sign-ins\/page\.ts|features\/security\/(list-pages|single-sign-on\/saml\/\w+|password-links\/mail-words|directory\/(directory|connection))\.ts)|openapi|holidays|contract\/src\/(schemas|words|pages)/;

/** Calls whose texts are errors, also where they are no whole sentences, as in the reference. */
const errorCall =
  /^(kind|QueryError|UnconfirmedRun|\w*[eE]rror|\w*Failure|refuse[ds]?|refusal|tooMany|problem|(invalid|not|fail|reject|conflict|wrong|missing)\w*)$/;
const sql =
  /^(SELECT|SET|CREATE|INSERT|DROP|ATTACH|DETACH|WITH|CASE|COPY|FETCH|DECLARE|WHEN|EXPLAIN|COMMIT|BEGIN|AND|ORDER|UPDATE|DELETE|ALTER|TABLE|CAST|DATE|EXTRACT|INTERVAL|WHERE|LOAD|ON|UNION)\b|\bFROM [{(\w]/;

/** Every text, sorted, each once. */
export function collectServerTexts() {
  const paths = folders.flatMap(sourcesIn).filter((path) => !elsewhere.test(path));
  const texts = paths.flatMap((path) => serverTextsOf(readSource(root, path).program));
  return [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
}

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return path.endsWith('.ts') && !path.includes('.test.') && !isTestFile(path) ? [path] : [];
  });
}

/** The texts of one source. */
export function serverTextsOf(program) {
  const texts = [];
  const look = (node, isError) =>
    walk(node, (inner) => {
      if (/^(ImportDeclaration|ExportAllDeclaration|TSLiteralType|TaggedTemplateExpression)$/.test(inner.type))
        return false;
      const called = calledName(inner);
      // A plain Error is a fault of ours: people see its id alone.
      if (called === 'Error') return false;
      if (called && errorCall.test(called) && !isError) {
        for (const argument of inner.arguments) look(argument, true);
        return false;
      }
      const text = textOf(inner);
      if (text !== undefined && isSaid(text, isError)) texts.push(text);
    });
  look(program, false);
  return texts;
}

function calledName({ type, callee }) {
  if (type !== 'NewExpression' && type !== 'CallExpression') return undefined;
  return callee.type === 'MemberExpression' ? callee.property.name : callee.name;
}

/** The catalogue's own gaps have names, those of patterns numbers; those of templates are counted. */
function textOf({ type, value, quasis }) {
  let gap = 0;
  const number = () => {
    gap += 1;
    return `{{${gap}}}`;
  };
  if (type === 'Literal' && typeof value === 'string') return value.replace(/(?<!\{)\{\w+\}(?!\})|\$\d/g, number);
  if (type !== 'TemplateLiteral') return undefined;
  return quasis.map(({ value: { cooked } }, at) => (at === 0 ? cooked : number() + cooked)).join('');
}

function isSaid(text, isError) {
  const words = text.replace(/\{\{\d+\}\}/g, '');
  if (sql.test(text) || !/^[A-Z"“`{']/.test(text) || !/[A-Za-z]{2}/.test(words)) return false;
  const isSentence = /[.!?]$|\.\{\{\d+\}\}$/.test(text) && /\s/.test(words.trim());
  return isSentence || (isError && /\s/.test(text) && /[a-z]{2}/.test(words));
}
