/**
 * Installs the dependencies when they are missing or older than the lock file.
 * No package's install script is needed, so none is run.
 */
import { runCommand } from './run-command.mjs';
import { isInstalled, markInstalled } from './stamps.mjs';

export async function installIfStale(root, say) {
  if (isInstalled(root)) return;
  say('Installing dependencies (once; a minute or two) ...');
  const options = ['--no-fund', '--no-audit', '--ignore-scripts', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = async (command) => (await runCommand(npm, [command, ...options], { cwd: root })).code === 0;
  // `npm ci` refuses a lock file that lacks another platform's packages; the locked versions can be had all the same.
  if (!(await run('ci')) && !(await run('install')))
    throw new Error('The dependencies could not be installed. See the messages above, then start again.');
  markInstalled(root);
}
