import { type Command, type CommandContext, isServing } from '../backup/index.ts';
import { lookAtData } from './data.ts';
import { type Finding, well } from './findings.ts';
import { lookAtMachine } from './machine.ts';

const marks = { well: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const;

/** `powerset doctor`, if the first word is that; undefined when something else is meant. */
export function findDoctor([name, ...options]: readonly string[]): Command | undefined {
  return name === 'doctor' ? { options, run: examine } : undefined;
}

async function examine({ config, say }: CommandContext): Promise<void> {
  const isRunning = await isServing(config.dataFolder);
  const findings: readonly Finding[] = [
    ...lookAtMachine(config, process.versions.node),
    well(isRunning ? 'A server runs on this folder.' : 'No server runs on this folder.'),
    ...(await lookAtData(config)),
  ];
  for (const { kind, text } of findings) say(`${marks[kind]}${text}`);
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  say(`${count('problem')} problems, ${count('warning')} warnings.`);
  if (count('problem') > 0) throw new Error('The installation is not well: see the problems above.');
}
