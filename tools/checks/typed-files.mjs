/**
 * Every file of TypeScript belongs to a project whose types are checked: what belongs to none is read by nobody.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../sources.mjs';
import { typeProjects } from '../type-projects.mjs';

export const title = 'Files in type projects';

export function check({ root }) {
  const projects = typeProjects.map(({ file }) => readProject(root, file));
  return listFiles(root, ['.'], (path) => /\.[cm]?tsx?$/.test(path))
    .filter((path) => !projects.some((holds) => holds(path)))
    .map((path) => ({ path, line: 1, message: 'is in no project whose types are checked' }));
}

/** Whether a path is in the project; folders, files and, among what is left out, the ends of names are understood. */
function readProject(root, file) {
  const { include = [], exclude = [] } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const strange = [...include.filter((entry) => entry.includes('*')), ...exclude.filter((entry) => !endOf(entry))];
  if (strange.length > 0) throw new Error(`${file}: ${strange.join(', ')} cannot be read here`);
  const ends = exclude.map(endOf);
  return (path) =>
    include.some((entry) => path === entry || path.startsWith(`${entry}/`)) && !ends.some((end) => path.endsWith(end));
}

/** What names end with that a pattern like the one of all test files asks for; undefined of any other. */
function endOf(pattern) {
  return /^\*\*\/\*([^*]+)$/.exec(pattern)?.[1];
}
