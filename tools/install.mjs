/**
 * Installs the dependencies when they are missing or older than the lock file.
 * No package's install script is needed, so none is run.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { isInstalled, markInstalled } from './stamps.mjs';

// Building needs the tools too, whatever NODE_ENV says.
const options = ['--no-fund', '--no-audit', '--ignore-scripts', '--include=dev', '--loglevel=error'];

export async function installIfStale(root, say) {
  if (isInstalled(root)) return;
  say('Installing dependencies (once; a minute or two) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const env = npmEnvironment(process.env);
  const run = async (command) => (await runCommand(npm, [command, ...options], { cwd: root, env })).code === 0;
  // `npm ci` refuses a lock file that lacks another platform's packages; the locked versions can be had all the same.
  if (!(await run('ci')) && !(await run('install')))
    throw new Error('The dependencies could not be installed. See the messages above, then start again.');
  markInstalled(root);
}

/** npm keeps its cache at home; where that cannot be written, a temporary folder takes its place. */
export function npmEnvironment(env) {
  if (env.npm_config_cache && isWritable(env.npm_config_cache)) return env;
  if (!env.npm_config_cache && isWritable(join(env.HOME ?? homedir(), '.npm'))) return env;
  return { ...env, npm_config_cache: join(tmpdir(), `npm-cache-${process.getuid?.() ?? 0}`) };
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
