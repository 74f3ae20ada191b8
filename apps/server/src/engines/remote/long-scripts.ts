import { type Asker, EngineError } from '../engine.ts';
import type { ParsedStatement, ReadLongScript, ScriptText } from '../parsed-script.ts';
import { refusal } from './failures.ts';

/** The statements of a long script, read in a thread by the grammar of its dialect; throws what is wrong with it. */
export async function readInThread(
  readLongScript: ReadLongScript,
  script: ScriptText,
  asker: Asker,
): Promise<readonly ParsedStatement[]> {
  const reading = await readLongScript(script, asker);
  if (!reading) throw refusal('The SQL takes too long to read, or grows too large.');
  if ('problem' in reading) throw new EngineError(reading.problem);
  return reading.statements;
}
