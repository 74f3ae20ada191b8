import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';

const largestLogBytes = 50 * 1024 * 1024;

/** The server's log: a file of JSON lines in the data folder. */
export function createLog(config: Config): Logger {
  const file = join(config.dataFolder, 'logs', 'server.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  keepLogSmall(file);
  const destination = pino.destination({ dest: file, sync: true });
  // A full disk must not stop the server over a line of its log.
  destination.on('error', () => undefined);
  return createLogTo(destination, config.logLevel);
}

/** A log of JSON lines that hides what must not be written down. */
export function createLogTo(destination: DestinationStream, level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers', '*.password', '*.token', '*.secret', '*.authorization', '*.cookie'],
    hooks: { streamWrite: escapeCommands },
  };
  return pino(options, destination);
}

/** JSON leaves these as they are; a terminal may take them for commands, and a reader for the end of a line. */
const commands = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escapeCommands(line: string): string {
  return line.replace(commands, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function keepLogSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLogBytes) renameSync(file, `${file}.1`);
}
