/** Runs one command to its end. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Resolves with the exit code, with why it is not a plain one (`end`, null otherwise), and when `isQuiet` with what the
 * command said; never rejects for a failing command. After `limitMs` the command and everything it started is killed.
 */
export function runCommand(command, args, { cwd, env = process.env, isQuiet = false, limitMs = 0 } = {}) {
  return new Promise((resolve) => {
    const stream = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env: isQuiet ? { ...env, NO_COLOR: '1' } : env,
      stdio: ['ignore', stream, stream],
      // A group of its own can be ended as a whole: browsers and servers with the tests that started them.
      detached: limitMs > 0,
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const guard = limitMs > 0 ? guardGroup(child, limitMs) : null;
    child.on('error', (error) => {
      guard?.release();
      resolve({ code: 127, output: `${command}: ${error.message}`, end: `could not be started: ${error.message}` });
    });
    child.on('close', (code, signal) => {
      guard?.release();
      const text = Buffer.concat(output).toString('utf8');
      resolve({
        code: code ?? 128 + (constants.signals[signal] ?? 0),
        output: text,
        end: guard?.end() ?? endOf(signal),
      });
    });
  });
}

function endOf(signal) {
  if (!signal) return null;
  return signal === 'SIGKILL' ? 'was killed (SIGKILL; the machine may be out of memory)' : `was ended by ${signal}`;
}

/** Ends the child's group when time is up or when this process is told to end. */
function guardGroup(child, limitMs) {
  let end = null;
  const endGroup = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group has gone already.
    }
  };
  const timer = setTimeout(() => {
    end = `did not end within ${Math.round(limitMs / 60_000)} minutes and was killed`;
    endGroup('SIGKILL');
  }, limitMs);
  const pass = (signal) => {
    endGroup(signal);
    console.error(`\nTold to stop (${signal}) while ${child.spawnargs.slice(1, 3).join(' ')} was running.`);
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return {
    end: () => end,
    release: () => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, pass);
      // Whatever the command left behind ends with it.
      endGroup('SIGKILL');
    },
  };
}
