import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

const mostBytes = 64 * 1024;
const commandMs = 15_000;

/** A secret that cannot be had; the message names the variable, and nothing of the secret. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/**
 * The value of a secret setting: of its variable, of the file that `…_FILE` names, or what the command of `…_COMMAND` prints.
 * A last line break is not part of it. Only one of the three may be set.
 */
export function readSecret(env: Environment, name: string): string | undefined {
  const given = [name, `${name}_FILE`, `${name}_COMMAND`].filter((variable) => env[variable]);
  if (given.length > 1) throw new SecretError(`Only one of ${given.join(' and ')} may be set.`);
  const file = env[`${name}_FILE`];
  if (file) return readFile(file, `${name}_FILE`);
  const command = env[`${name}_COMMAND`];
  return command ? run(command, `${name}_COMMAND`) : env[name];
}

function readFile(path: string, variable: string): string {
  try {
    if (statSync(path).size > mostBytes) throw new SecretError(`${variable} names a file of more than 64 kB.`);
    return toSecret(readFileSync(path, 'utf8'), variable);
  } catch (error) {
    if (error instanceof SecretError) throw error;
    throw new SecretError(
      `${variable} names a file that cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}`,
    );
  }
}

/** What it writes to its error output is left to the terminal: it is for whoever starts the server. */
function run(command: string, variable: string): string {
  try {
    const [shell, flag] = process.platform === 'win32' ? ['cmd.exe', '/c'] : ['/bin/sh', '-c'];
    const options = { encoding: 'utf8', timeout: commandMs, maxBuffer: mostBytes } as const;
    return toSecret(
      execFileSync(shell, [flag, command], { ...options, stdio: ['ignore', 'pipe', 'inherit'] }),
      variable,
    );
  } catch (error) {
    if (error instanceof SecretError) throw error;
    const { status, code } = error as { readonly status?: number | null; readonly code?: string };
    const why = typeof status === 'number' ? `it ended with ${status}` : (code ?? 'it did not end');
    throw new SecretError(`The command of ${variable} gave no secret: ${why}.`);
  }
}

function toSecret(text: string, variable: string): string {
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new SecretError(`${variable} gives nothing.`);
  return secret;
}
