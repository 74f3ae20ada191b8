/** Runs one command to its end. */
import { spawn } from 'node:child_process';

/** Resolves with the exit code and, when `isQuiet`, what the command said; never rejects for a failing command. */
export function runCommand(command, args, { cwd, env = process.env, isQuiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: isQuiet ? { ...env, NO_COLOR: '1' } : env,
      stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }));
  });
}
