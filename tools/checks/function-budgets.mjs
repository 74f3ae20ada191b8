/**
 * Functions stay small: at most 80 lines, nearly all at most 40; at most three parameters. Files over 400 lines say why.
 */
import { exceptionAt, isTestFile, lineAt, walk } from './syntax.mjs';

export const title = 'Function and file budgets';

const longestLines = 80;
const usualLines = 40;
const mostParameters = 3;
const longestFileLines = 400;
/** Share of functions (of three lines or more) that must keep to the usual length. */
const areas = [
  { name: 'packages and server', matches: /^(packages\/(?!charts|ui)|apps\/(server|cli)|testkit)/, share: 0.95 },
  { name: 'interface', matches: /^(apps\/web|packages\/(charts|ui))/, share: 0.9 },
];

export function check({ sources }) {
  const watched = sources.filter(({ path }) => !isTestFile(path));
  const functions = watched.flatMap((source) => functionsOf(source));
  return [
    ...functions.flatMap(functionProblems),
    ...watched.flatMap(fileProblems),
    ...areas.flatMap((area) => shareProblems(area, functions)),
  ];
}

export function summary({ sources }) {
  const watched = sources.filter(({ path }) => !isTestFile(path));
  const long = watched.filter(({ lineStarts }) => lineStarts.length - 1 > 150);
  return `${watched.length} files, ${long.length} over 150 lines; ${areas.map((area) => shareText(area, watched.flatMap(functionsOf))).join('; ')}`;
}

function functionsOf(source) {
  const found = [];
  walk(source.program, (node, parent) => {
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
    if (!isFunction || !node.body) return;
    const line = lineAt(source, node.start);
    found.push({
      source,
      line,
      name: node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'an arrow function',
      lines: lineAt(source, node.end) - line + 1,
      parameters: node.params.filter((parameter) => parameter.name !== 'this').length,
    });
  });
  return found;
}

function functionProblems({ source, line, name, lines, parameters }) {
  const problems = [];
  if (lines > longestLines) problems.push(`${name} has ${lines} lines; the most is ${longestLines}`);
  if (parameters > mostParameters)
    problems.push(`${name} takes ${parameters} parameters; the most is ${mostParameters}: pass an object`);
  if (problems.length > 0 && exceptionAt(source, line, 'function-budgets')) return [];
  return problems.map((message) => ({ path: source.path, line, message }));
}

function fileProblems(source) {
  const lines = source.lineStarts.length - 1;
  if (lines <= longestFileLines || /check-ignore file-length: *\S/.test(source.text)) return [];
  return [
    {
      path: source.path,
      line: 1,
      message: `${lines} lines; over ${longestFileLines} needs a reason ('check-ignore file-length: why')`,
    },
  ];
}

function shareProblems(area, functions) {
  const share = shareOf(area, functions);
  if (share >= area.share) return [];
  return [
    {
      path: area.name,
      line: 1,
      message: `${percent(share)} of the functions keep to ${usualLines} lines; ${percent(area.share)} must`,
    },
  ];
}

function shareOf(area, functions) {
  const counted = functions.filter(({ source, lines }) => area.matches.test(source.path) && lines >= 3);
  if (counted.length === 0) return 1;
  return counted.filter(({ lines }) => lines <= usualLines).length / counted.length;
}

function shareText(area, functions) {
  return `${percent(shareOf(area, functions))} of the functions of ${area.name} keep to ${usualLines} lines`;
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
