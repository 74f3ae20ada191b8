import type { BenchRow } from './bench-case.ts';
import { times } from './figures.ts';

/** What one case measured on one stage. */
export interface CaseResult {
  readonly title: string;
  readonly stage: string;
  readonly rows: readonly BenchRow[];
  readonly error: string | null;
}

/** Stages of which each is ten times the one before. */
export interface Growth {
  readonly title: string;
  readonly stages: readonly string[];
  readonly results: readonly CaseResult[];
}

export function verdictOf({ isWithin }: BenchRow): string {
  if (isWithin === null) return '';
  return isWithin ? 'within' : 'OVER';
}

/** A line's figures from stage to stage; null where it could not be measured. */
export interface Curve {
  readonly what: string;
  readonly figures: readonly (number | null)[];
  readonly show: (figure: number) => string;
}

/** One curve for each line, in the order of the lines. */
export function curvesOf({ stages, results }: Growth): readonly Curve[] {
  const rows = results.flatMap(({ title, stage, rows }) =>
    rows.map((row) => ({ key: `${title} ${row.what}`, stage, row })),
  );
  const lines = new Map(rows.map(({ key, row }) => [key, row]));
  return [...lines].map(([key, { what, show }]) => ({
    what,
    show,
    figures: stages.map((stage) => rows.find((row) => row.key === key && row.stage === stage)?.row.figure ?? null),
  }));
}

/** The last figure against the first; empty where one of them is missing. */
export function growthOf({ figures }: Curve): string {
  const [first] = figures;
  const last = figures.at(-1);
  return first && last ? times(last / first) : '';
}

/** The results by case, one table each, its lines from stage to stage. */
export function toSections(results: readonly CaseResult[]): string {
  const titles = [...new Set(results.map(({ title }) => title))];
  const sections = titles.map((title) => {
    const parts = results.filter((result) => result.title === title);
    const failures = parts.flatMap(({ stage, error }) => (error ? [`Could not be measured, ${stage}: ${error}`] : []));
    const lines = parts.flatMap(({ stage, rows }) =>
      rows.map((row) => [`${row.what}, ${stage}`, row.measured, row.spread, row.bar, verdictOf(row)]),
    );
    const table = lines.length > 0 ? [toTable(['what', 'measured', 'spread', 'bar', ''], lines)] : [];
    return `## ${title}\n\n${[...failures, ...table].join('\n\n')}\n`;
  });
  return sections.join('\n');
}

export function toGrowthSection(growth: Growth): string {
  const lines = curvesOf(growth).map((curve) => [
    curve.what,
    ...curve.figures.map((figure) => (figure === null ? '' : curve.show(figure))),
    growthOf(curve),
  ]);
  const failures = growth.results.flatMap(({ title, stage, error }) =>
    error ? [`Could not be measured, ${title}, ${stage}: ${error}`] : [],
  );
  const table = toTable(['what', ...growth.stages, 'last against first'], lines);
  return `## ${growth.title}\n\n${[...failures, table].join('\n\n')}\n`;
}

function toTable(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = heads.map(() => '---');
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
