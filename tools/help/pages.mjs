/**
 * Which documents are pages of the help, in the order in which its navigation names them. A document of `docs` that is not
 * named stands under the last title, so that none is out of reach.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const readme = 'README.md';
/** Pages of the navigation's last group are found last, too. */
const forBuilders = 'How it is made';

const doc = (name, label) => ({ name, label, file: `docs/${name}.md` });

const named = [
  {
    title: 'Begin',
    pages: [{ name: 'index', label: 'Help', file: 'docs/README.md' }, doc('install', 'Install'), doc('tour', 'A tour')],
  },
  {
    title: 'Ask and show',
    pages: [
      doc('sql-editor', 'SQL editor'),
      doc('charts', 'Charts'),
      doc('chart-types', 'Chart types'),
      doc('dashboards', 'Dashboards and filters'),
      doc('reports', 'Reports and alerts'),
    ],
  },
  {
    title: 'Data',
    pages: [
      doc('data', 'Datasets and uploads'),
      { name: 'databases', label: 'Databases', file: readme, section: 'Connect a database' },
      doc('files-and-lakes', 'Files and lakes'),
    ],
  },
  {
    title: 'People',
    pages: [doc('people', 'People and access'), doc('sign-in', 'Signing in'), doc('embedding', 'On other sites')],
  },
  {
    title: 'Programs',
    pages: [
      doc('api', 'API'),
      doc('api-keys', 'API keys'),
      doc('mcp', 'Agents'),
      doc('as-code', 'As files'),
      doc('plugins', 'Chart plugins'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      doc('operating', 'Operating'),
      { name: 'configuration', label: 'Configuration', file: readme, section: 'Configuration' },
      doc('several-processes', 'Several processes'),
      doc('moving-over', 'Moving over'),
    ],
  },
  {
    title: 'Trust',
    pages: [
      doc('security', 'Security model'),
      doc('attacks', 'Attacks and drills'),
      doc('accessibility', 'Accessibility'),
    ],
  },
  {
    title: forBuilders,
    isFoundLast: true,
    pages: [
      { name: 'architecture', label: 'Architecture', file: 'ARCHITECTURE.md' },
      { name: 'glossary', label: 'Glossary', file: 'GLOSSARY.md' },
      { name: 'contributing', label: 'Contributing', file: 'CONTRIBUTING.md' },
      doc('decisions', 'Decisions'),
      doc('requirements', 'Requirements'),
      doc('access-matrix', 'Access matrix'),
      { name: 'speed', label: 'Speed', file: 'bench/RESULTS.md' },
      { name: 'drills', label: 'Drills', file: 'bench/DRILLS.md' },
    ],
  },
];

/** The groups of the navigation with their pages. */
export function listGroups(root) {
  const files = new Set(named.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const others = readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md') && !files.has(`docs/${file}`))
    .sort()
    .map((file) => doc(file.slice(0, -'.md'.length), null));
  return named.map((group) => (group.title === forBuilders ? { ...group, pages: [...group.pages, ...others] } : group));
}
