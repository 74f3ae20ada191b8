import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@powerset/testkit';
import { backup } from './backup.ts';
import { databases } from './databases.ts';
import type { Drill, DrillContext, DrillOutcome, DrillRow } from './drill.ts';
import { bombing, engine } from './engine.ts';
import { hosts, warehouses } from './hosts/index.ts';
import { kill } from './kill.ts';
import { goingAway, stopping, twoSavers } from './people.ts';
import { places } from './places.ts';
import { processes } from './processes.ts';
import { soak } from './soak.ts';
import { upgrade } from './upgrade.ts';
import { workers } from './workers.ts';

// The soak comes last: it takes longest.
const drills: readonly Drill[] = [
  kill,
  backup,
  engine,
  bombing,
  databases,
  places,
  processes,
  workers,
  hosts,
  warehouses,
  upgrade,
  goingAway,
  twoSavers,
  stopping,
  soak,
];

export interface DrillRequest extends DrillContext {
  /** Names of drills, or parts of them; all when empty. */
  readonly words: readonly string[];
}

interface DrillResult {
  readonly drill: Drill;
  readonly outcome: DrillOutcome;
}

/** Holds the drills one after the other, says what was done and seen, and writes bench/DRILLS.md: all of it, or the parts that were held. */
export async function runDrills({ words, ...context }: DrillRequest): Promise<{ readonly failed: number }> {
  const wanted = drills.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const results: DrillResult[] = [];
  for (const drill of wanted) results.push(await runDrill(drill, context));
  const file = join(projectRoot, 'bench/DRILLS.md');
  const isWhole = words.length === 0;
  await writeFile(file, isWhole ? toMarkdown(results, context) : withSections(await readFile(file, 'utf8'), results));
  return { failed: results.flatMap(({ outcome }) => outcome.rows).filter(({ isGood }) => !isGood).length };
}

async function runDrill(drill: Drill, context: DrillContext): Promise<DrillResult> {
  const { say } = context;
  say(`\n${drill.title}\n  bar: ${drill.bar}`);
  const outcome = await drill.run(context).catch((error: unknown) => failed(error));
  if (outcome.passedOver) say(`  passed over: ${outcome.passedOver}`);
  for (const row of outcome.rows) say(`  ${verdictOf(row).padEnd(5)} ${row.done}: ${row.seen}`);
  return { drill, outcome };
}

function failed(error: unknown): DrillOutcome {
  const message = error instanceof Error ? error.message : String(error);
  return { rows: [{ done: 'the drill itself', seen: message.split('\n')[0] ?? '', isGood: false }] };
}

function verdictOf({ isGood }: DrillRow): string {
  return isGood ? 'held' : 'FELL';
}

function toMarkdown(results: readonly DrillResult[], { minutes, rounds }: DrillContext): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, ${process.platform}`;
  const intro = `Written by \`npm run drill\` on ${machine}: ${rounds} rounds of each kill, ${minutes} minutes of soak.`;
  return `# Drills\n\n${intro}\n\n${results.map(sectionOf).join('\n')}`;
}

/** The text with the parts of some drills written anew, each in its place. */
function withSections(text: string, results: readonly DrillResult[]): string {
  const [intro = '', ...sections] = text.split(/^(?=## )/m);
  const findSection = ({ title }: Drill) => sections.find((section) => section.startsWith(`## ${title}\n`))?.trimEnd();
  const parts = drills.map((drill) => {
    const outcome = results.find((one) => one.drill === drill);
    return outcome ? sectionOf(outcome) : findSection(drill);
  });
  return [intro.trimEnd(), ...parts.filter((part) => part !== undefined)].join('\n\n').concat('\n');
}

function sectionOf({ drill, outcome }: DrillResult): string {
  const lines = outcome.rows.map((row) => `| ${row.done} | ${row.seen} | ${verdictOf(row)} |`);
  const table = lines.length > 0 ? ['| what was done | what was seen | |', '|---|---|---|', ...lines].join('\n') : '';
  const passedOver = outcome.passedOver ? `Passed over: ${outcome.passedOver}\n\n` : '';
  return `## ${drill.title}\n\nBar: ${drill.bar}.\n\n${passedOver}${table}\n`;
}
