import type { ChartDefinition, ControlDefinition, ControlSection } from '@powerset/chart-kit';
import { needs, typeNeeds } from './suggestions/index.ts';

interface Page {
  readonly definitions: readonly ChartDefinition[];
  /** The folder of a type, by its key. */
  readonly folderOf: (key: string) => string;
  /** Keys of older releases that open as a type, by its key. */
  readonly olderKeysOf: (key: string) => readonly string[];
}

/** The documentation of all chart types as Markdown, from their definitions. */
export function toChartTypesPage(page: Page): string {
  const categories = [...new Set(page.definitions.map(({ category }) => category))].sort();
  const inCategory = (name: string) =>
    page.definitions
      .filter(({ category }) => category === name)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((definition) => ({ definition, entry: toEntry(definition, page) }));
  const groups = categories.map((name) => ({ name, types: inCategory(name) }));
  const rows = groups.flatMap(({ name, types }) =>
    types.map(
      ({ definition }) =>
        `| [${definition.name}](#${anchorOf(definition.name)}) | \`${definition.key}\` | ${name} | ${needsOf(definition)} |`,
    ),
  );
  const parts = groups.map(({ name, types }) => `## ${name}\n\n${types.map(({ entry }) => entry).join('\n')}`);
  return `# Chart types

The ${page.definitions.length} chart types: what each is for, what it needs, its controls, and what a mark leads to. Written from the
types' definitions by \`UPDATE_DOCS=1 npx vitest run packages/charts/src/chart-types-page.test.ts\`. How one is made is in
[CONTRIBUTING.md](../CONTRIBUTING.md).

| type | key | category | needs |
|---|---|---|---|
${rows.join('\n')}

${parts.join('\n')}`;
}

/** The name of a heading in a link, as GitHub makes it. */
const anchorOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const needsOf = ({ key }: ChartDefinition) =>
  (typeNeeds[key] ?? []).map((name) => needs[name].words).join('; ') || 'nothing';

function toEntry(definition: ChartDefinition, { folderOf, olderKeysOf }: Page): string {
  const { key, name, description, annotationTypes = [] } = definition;
  const older = olderKeysOf(key);
  const facts = [
    `- **Key:** \`${key}\`${older.length > 0 ? `; opens ${older.map((one) => `\`${one}\``).join(', ')} of older releases too` : ''}`,
    `- **Needs:** ${needsOf(definition)}`,
    `- **A mark leads to:** ${leadsOf(definition)}`,
    ...(annotationTypes.length > 0
      ? [`- **Annotations:** ${annotationTypes.map((type) => annotationWords[type]).join(', ')}`]
      : []),
    `- **Limits:** ${limitsOf(definition).join('; ')}`,
    ...definition.sections.map(toSection).filter(Boolean),
  ];
  return `### ${name}

<img src="../packages/charts/src/${folderOf(key)}/thumbnail.svg" alt="" width="160">

${description}

${facts.join('\n')}
`;
}

const annotationWords = {
  FORMULA: 'formulas',
  EVENT: 'events',
  INTERVAL: 'intervals',
  TIME_SERIES: 'time series',
} as const;

function leadsOf({ behaviors }: ChartDefinition): string {
  const words = [
    ...(behaviors.includes('INTERACTIVE_CHART') ? ['a filter of the other charts of its dashboard'] : []),
    ...(behaviors.includes('DRILL_TO_DETAIL') ? ['the rows behind it'] : []),
    ...(behaviors.includes('DRILL_BY') ? ['the same by another column'] : []),
  ];
  return words.join(', ') || 'nothing';
}

const controlsIn = ({ rows }: ControlSection): readonly ControlDefinition[] => rows.flat();

function limitsOf(definition: ChartDefinition): readonly string[] {
  const controls = definition.sections.flatMap(controlsIn);
  const limitOf = (name: string) => controls.find((control) => control.name === name);
  const rows = limitOf('row_limit');
  const series = limitOf('series_limit') ?? limitOf('limit');
  return [
    typeof rows?.default === 'number'
      ? `${rows.default.toLocaleString('en')} rows unless *${rows.label}* says otherwise`
      : 'the rows that the server allows',
    ...(series ? ['as many series as are asked for'] : []),
    ...(definition.isText ? ['its picture is of pixels, not an SVG document'] : []),
  ];
}

function toSection({ label, tab, rows }: ControlSection): string {
  const labels = [...new Set(rows.flat().flatMap(({ type, label: own }) => (type === 'hidden' || !own ? [] : [own])))];
  if (labels.length === 0) return '';
  return `- **${label}** (${tab === 'data' ? 'Data' : 'Customize'}): ${labels.map(escapeMarks).join(', ')}`;
}

const escapeMarks = (text: string) => text.replace(/[*_|<]/g, '\\$&');
