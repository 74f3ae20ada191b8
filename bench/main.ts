import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { projectRoot } from '@powerset/testkit';
import { launchBrowser } from '@powerset/testkit/browser';
import type { BenchCase, BenchTools, ShopStage } from './bench-case.ts';
import { bulkSizes, growShop } from './bulk.ts';
import { brush } from './cases/brush.ts';
import { builder } from './cases/builder.ts';
import { cachedQuery } from './cases/cached-query.ts';
import { chartQuery } from './cases/chart-query.ts';
import { chartTypes } from './cases/chart-types.ts';
import { dashboard } from './cases/dashboard.ts';
import { eventLoop } from './cases/event-loop.ts';
import { firstLoad } from './cases/first-load.ts';
import { lists } from './cases/lists.ts';
import { serverQueries } from './cases/server-queries.ts';
import { sqlEditor } from './cases/sql-editor.ts';
import { start } from './cases/start.ts';
import { tableLists } from './cases/table-lists.ts';
import { tables } from './cases/tables.ts';
import { measureOrganisation, toOrganisationSection, withSection } from './organisation/index.ts';
import { type CaseResult, type Growth, toGrowthSection, toSections, verdictOf } from './results.ts';
import { openShop } from './shop.ts';

const cases: readonly BenchCase[] = [
  chartQuery,
  cachedQuery,
  serverQueries,
  dashboard,
  brush,
  chartTypes,
  tables,
  builder,
  sqlEditor,
  firstLoad,
  lists,
  tableLists,
  start,
  eventLoop,
];
const growthName = 'growth';
const organisationName = 'organisation';
/** Each size is measured by every case: fewer rounds show a curve as well. */
const bulkRounds = 3;

export interface BenchRequest {
  /** Names of cases, or parts of them; all when empty. `growth` takes those that are named with it, or all; `organisation` is a simulation of its own. */
  readonly words: readonly string[];
  readonly rounds: number;
  /** Sizes of the example shop; 10 is over ten million orders. */
  readonly scales: readonly number[];
  /** Where generated shops are kept for the next time; null for none. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
}

/** Runs the cases on each stage, prints each, and writes bench/RESULTS.md when all were run. */
export async function runBench({
  words,
  rounds,
  scales,
  keep,
  say,
}: BenchRequest): Promise<{ readonly failed: number }> {
  const hasGrowth = words.some((word) => growthName.startsWith(word));
  const names = words.filter((word) => !growthName.startsWith(word) && word !== organisationName);
  const wanted = cases.filter(({ name }) => names.length === 0 || names.some((word) => name.includes(word)));
  const browsers: Promise<Browser>[] = [];
  const browser = (): Promise<Browser> => {
    browsers[0] ??= launchBrowser();
    return browsers[0];
  };
  const run = { wanted, keep, say, tools: { rounds, browser } };
  const isWhole = words.length === 0;
  const byRows = isWhole || names.length > 0 ? await growRows(scales, run) : null;
  const byBulk = isWhole || hasGrowth ? await measureBulk(run) : null;
  await Promise.all(browsers.map(async (open) => (await open).close()));
  const measured = [byRows, byBulk].filter((growth) => growth !== null);
  const growths = measured.filter(({ stages }) => stages.length > 1);
  for (const growth of growths) say(`\n${toGrowthSection(growth)}`);
  const file = join(projectRoot, 'bench/RESULTS.md');
  if (byRows && isWhole) await writeFile(file, toMarkdown(byRows, growths, rounds));
  if (isWhole || words.includes(organisationName)) {
    const section = toOrganisationSection({ ...(await measureOrganisation(say)), machine: describeMachine() });
    say(`\n${section}`);
    await writeFile(file, withSection(await readFile(file, 'utf8'), section));
  }
  return { failed: measured.flatMap(({ results }) => results).filter(({ error }) => error !== null).length };
}

interface BenchRun {
  readonly wanted: readonly BenchCase[];
  readonly tools: BenchTools;
  readonly keep: string | null;
  readonly say: (line: string) => void;
}

async function growRows(scales: readonly number[], run: BenchRun): Promise<Growth> {
  const results: CaseResult[] = [];
  const stages: string[] = [];
  for (const scale of scales) {
    const shop = await openShop({ ...run, scale });
    stages.push(shop.name);
    results.push(...(await runCases(shop, run)));
    await shop.close();
  }
  return { title: 'Growth with rows', stages, results };
}

async function measureBulk(run: BenchRun): Promise<Growth> {
  const results: CaseResult[] = [];
  const stages: string[] = [];
  const shop = await openShop({ ...run, scale: 1 });
  for (const size of bulkSizes) {
    const stage = await growShop(shop, size);
    stages.push(stage.name);
    results.push(...(await runCases(stage, { ...run, tools: { ...run.tools, rounds: bulkRounds } })));
  }
  await shop.close();
  return { title: 'Growth with dashboards, charts, datasets and users', stages, results };
}

async function runCases(stage: ShopStage, { wanted, tools, say }: BenchRun): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const bench of wanted) {
    const result = await runCase(bench, stage, tools);
    results.push(result);
    say(`\n${bench.title}, ${stage.name}`);
    if (result.error) say(`  could not be measured: ${result.error}`);
    for (const row of result.rows)
      say(`  ${row.what.padEnd(44)} ${row.measured.padEnd(36)} bar ${row.bar}  ${verdictOf(row)}  [${row.spread}]`);
  }
  return results;
}

async function runCase(bench: BenchCase, stage: ShopStage, tools: BenchTools): Promise<CaseResult> {
  const { title } = bench;
  try {
    return { title, stage: stage.name, rows: await bench.run(stage, tools), error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { title, stage: stage.name, rows: [], error: message.split('\n')[0] ?? '' };
  }
}

function describeMachine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, ${process.platform}`;
}

function toMarkdown(byRows: Growth, growths: readonly Growth[], rounds: number): string {
  const intro = `Written by \`npm run bench\` on ${describeMachine()}. Contestants take turns within each of ${rounds} rounds (${bulkRounds} where dashboards, charts, datasets and users grow) after a warm-up; figures are medians, the spread is the quartiles.`;
  return `# Measurements\n\n${intro}\n\n${[toSections(byRows.results), ...growths.map(toGrowthSection)].join('\n')}`;
}
