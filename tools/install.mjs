/**
 * Installs the dependencies when they are missing or older than the lock file.
 * No package's install script is needed, so none is run.
 */
import { runCommand } from './run-command.mjs';
import { isInstalled, markInstalled } from './stamps.mjs';

export async function installIfStale(root, say) {
  if (isInstalled(root)) return;
  say('Installing dependencies (once; a minute or two) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--no-fund', '--no-audit', '--ignore-scripts', '--loglevel=error'];
  const { code } = await runCommand(npm, args, { cwd: root });
  if (code !== 0) throw new Error('The dependencies could not be installed. See the messages above, then start again.');
  markInstalled(root);
}
