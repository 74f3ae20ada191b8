import { MB, ms, times } from '../figures.ts';
import { type BarResult, fullSize, type StageResult, thinkMs } from './results-of-stage.ts';
import type { KindFigures } from './viewers.ts';

export const organisationTitle = 'A large organisation';

/** What somebody waits for, alone, at the full size. */
const bars: Readonly<Record<string, number>> = {
  home: 1000,
  'list of dashboards': 1000,
  'list of charts': 1000,
  'search in dashboards': 100,
  'search in charts': 100,
  'people to choose from': 100,
  'recent and starred': 100,
};

export interface OrganisationResults {
  readonly stages: readonly StageResult[];
  readonly viewers: number;
  readonly seconds: number;
  readonly machine: string;
}

/** The whole section of bench/RESULTS.md. */
export function toOrganisationSection({ stages, viewers, seconds, machine }: OrganisationResults): string {
  const { dashboards, charts, people } = fullSize;
  const count = (figure: number) => figure.toLocaleString('en');
  const intro = [
    `Written by \`npm run bench -- organisation\` on ${machine}: ${count(dashboards)} dashboards, ${count(charts)} charts and ${count(people)} people in teams with`,
    'roles, groups, row rules, tags, stars, versions and a log, and a tenth and a hundredth of that. People are simulated by a process of its own on the same',
    `machine: ${viewers} at once for ${seconds} s, each of them another person who looks for ${thinkMs / 1000} s on average before the next thing. What a page asks was recorded from the real`,
    'interface (its files and the small pictures of lists left out); dashboards follow the law of Zipf. All questions go to one small table, so that the server is',
    'measured and no engine. A whole page counts from its first request to its last answer.',
  ].join(' ');
  const parts = [
    intro,
    '### One person at a time, by what there is',
    toTable(...alone(stages.filter(({ store }) => store === 'embedded'))),
    `### ${viewers} people at once: half, 95 and 99 of a hundred were faster`,
    toTable(...together(stages)),
    '### The processes meanwhile',
    toTable(...processes(stages)),
    '### The installations',
    toTable(...installations(stages)),
    '### Promises at the full size',
    toTable(...promises(stages.flatMap((stage) => stage.promises))),
  ];
  return `## ${organisationTitle}\n\n${parts.join('\n\n')}\n`;
}

/** Another section of the same title is replaced; else it comes last. */
export function withSection(document: string, section: string): string {
  const heading = `## ${organisationTitle}\n`;
  const at = document.indexOf(heading);
  if (at < 0) return `${document.trimEnd()}\n\n${section}`;
  const next = document.indexOf('\n## ', at + heading.length);
  return `${document.slice(0, at)}${section}${next < 0 ? '' : document.slice(next)}`;
}

type Table = readonly [heads: readonly string[], lines: readonly (readonly string[])[]];

const kindsOf = (stages: readonly StageResult[]): readonly string[] =>
  [
    ...new Set(stages.flatMap(({ together, alone }) => [...Object.keys(alone.kinds), ...Object.keys(together.kinds)])),
  ].sort();

function alone(stages: readonly StageResult[]): Table {
  const heads = stages.map(({ size }) => `${size.charts.toLocaleString('en')} charts`);
  const lines = kindsOf(stages).map((kind) => {
    const medians = stages.map((stage) => stage.alone.kinds[kind]?.p50);
    const [first, last] = [medians[0], medians.at(-1)];
    const bar = bars[kind];
    const verdict = last !== undefined && last <= (bar ?? 0) ? 'within' : 'OVER';
    return [
      kind,
      ...medians.map((median) => (median === undefined ? '' : ms(median))),
      first && last ? times(last / first) : '',
      bar === undefined ? '' : ms(bar),
      bar === undefined ? '' : verdict,
    ];
  });
  return [['what', ...heads, 'last against first', 'bar', ''], lines];
}

function together(stages: readonly StageResult[]): Table {
  const tell = (figures: KindFigures | undefined) =>
    figures ? `${ms(figures.p50)}, ${ms(figures.p95)}, ${ms(figures.p99)}` : '';
  const lines = kindsOf(stages).map((kind) => [kind, ...stages.map(({ together }) => tell(together.kinds[kind]))]);
  return [['what', ...stages.map(({ name }) => name)], lines];
}

const share = (part: number): string => `${(part * 100).toFixed(0)} %`;

function processes(stages: readonly StageResult[]): Table {
  const lines = stages.flatMap(({ name, load, together }) =>
    load.map((one, index) => [
      load.length > 1 ? `${name}, the ${index + 1}.` : name,
      (together.requests / together.seconds / load.length).toFixed(0),
      share(one.busy),
      share(one.engineBusy),
      MB(one.residentMb * 2 ** 20),
      MB(one.engineMb * 2 ** 20),
      ms(one.loopP99Ms),
      ms(one.loopMaxMs),
    ]),
  );
  const heads = ['processor', 'of its helpers', 'memory', 'of its helpers', 'event loop, p99', 'at most'];
  return [['process', 'requests a second', ...heads], lines];
}

function installations(stages: readonly StageResult[]): Table {
  const lines = stages.map(({ name, fillMs, startMs, metadataBytes, together, storeBusy }) => [
    name,
    ms(fillMs),
    Number.isNaN(metadataBytes) ? '' : MB(metadataBytes),
    ms(startMs),
    (together.actions / together.seconds).toFixed(1),
    String(Object.values(together.failures).reduce((sum, count) => sum + count, 0)),
    storeBusy === null ? '' : share(storeBusy),
  ]);
  const heads = ['filled in', 'metadata', 'start', 'things done a second', 'answers without success'];
  return [['installation', ...heads, "the metadata server's processor"], lines];
}

function promises(bars: readonly BarResult[]): Table {
  return [
    ['what', 'measured', 'bar', ''],
    bars.map(({ what, measured, bar, isWithin }) => [what, measured, bar, isWithin ? 'within' : 'OVER']),
  ];
}

function toTable(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = heads.map(() => '---');
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
