import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { projectRoot } from '@powerset/testkit';
import { launchBrowser } from '@powerset/testkit/browser';
import type { BenchCase, BenchContext, BenchRow } from './bench-case.ts';
import { cachedQuery } from './cases/cached-query.ts';
import { chartQuery } from './cases/chart-query.ts';
import { dashboard } from './cases/dashboard.ts';
import { firstLoad } from './cases/first-load.ts';
import { growth } from './cases/growth.ts';
import { sqlEditor } from './cases/sql-editor.ts';
import { start } from './cases/start.ts';
import { openShop } from './shop.ts';

// Growth comes last: it leaves a thousand dashboards behind.
const cases: readonly BenchCase[] = [chartQuery, cachedQuery, dashboard, sqlEditor, firstLoad, start, growth];

export interface BenchRequest {
  /** Names of cases, or parts of them; all when empty. */
  readonly words: readonly string[];
  readonly rounds: number;
  /** Sizes of the example shop; 10 is over ten million orders. */
  readonly scales: readonly number[];
  readonly say: (line: string) => void;
}

interface CaseResult {
  readonly title: string;
  readonly rows: readonly BenchRow[];
  readonly error: string | null;
}

/** Runs the cases one after the other, prints each, and writes bench/RESULTS.md when all were run. */
export async function runBench({ words, rounds, scales, say }: BenchRequest): Promise<{ readonly failed: number }> {
  const wanted = cases.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const needsShops = wanted.some(({ name }) => name !== start.name);
  const shops = [];
  for (const scale of needsShops ? scales : []) shops.push(await openShop(scale, say));
  const browsers: Promise<Browser>[] = [];
  const browser = (): Promise<Browser> => {
    browsers[0] ??= launchBrowser();
    return browsers[0];
  };
  const results: CaseResult[] = [];
  for (const bench of wanted) results.push(await runCase(bench, { rounds, shops, browser, say }));
  await Promise.all(browsers.map(async (open) => (await open).close()));
  await Promise.all(shops.map((shop) => shop.close()));
  if (words.length === 0) await writeFile(join(projectRoot, 'bench/RESULTS.md'), toMarkdown(results, rounds));
  return { failed: results.filter(({ error }) => error !== null).length };
}

async function runCase(bench: BenchCase, context: BenchContext): Promise<CaseResult> {
  context.say(`\n${bench.title}`);
  try {
    const rows = await bench.run(context);
    for (const row of rows)
      context.say(
        `  ${row.what.padEnd(52)} ${row.measured.padEnd(36)} bar ${row.bar}  ${verdictOf(row)}  [${row.spread}]`,
      );
    return { title: bench.title, rows, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.say(`  could not be measured: ${message}`);
    return { title: bench.title, rows: [], error: message.split('\n')[0] ?? '' };
  }
}

function verdictOf({ isWithin }: BenchRow): string {
  if (isWithin === null) return '';
  return isWithin ? 'within' : 'OVER';
}

function toMarkdown(results: readonly CaseResult[], rounds: number): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, ${process.platform}`;
  const sections = results.map(
    ({ title, rows, error }) => `## ${title}\n\n${error ? `Could not be measured: ${error}` : tableOf(rows)}\n`,
  );
  const intro = `Written by \`npm run bench\` on ${machine}. Contestants take turns within each of ${rounds} rounds after a warm-up; figures are medians, the spread is the quartiles.`;
  return `# Measurements\n\n${intro}\n\n${sections.join('\n')}`;
}

function tableOf(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => `| ${row.what} | ${row.measured} | ${row.spread} | ${row.bar} | ${verdictOf(row)} |`);
  return ['| what | measured | spread | bar | |', '|---|---|---|---|---|', ...lines].join('\n');
}
