/** Installs Debian packages that tests need, where this account may. */
import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

const chromiumPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function findChromium() {
  return [process.env.POWERSET_CHROMIUM, ...chromiumPlaces].find((path) => path && existsSync(path)) ?? null;
}

/** Path of Chromium, installed first when missing; an error that says what to do when that is not possible. */
export async function ensureChromium(say) {
  const found = findChromium();
  if (found) return found;
  say('Installing Chromium for the browser tests ...');
  await installPackages(['chromium']);
  const installed = findChromium();
  if (!installed)
    throw new Error(
      'Chromium is missing. Install it (Debian: apt-get install chromium) or set POWERSET_CHROMIUM to its path.',
    );
  return installed;
}

/** Installs by apt-get as root or through sudo; false when neither is possible or the installation failed. */
export async function installPackages(names) {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !existsSync('/usr/bin/sudo')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => {
    const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n', '-E']), 'apt-get', ...args];
    return runCommand(command, rest, { env });
  };
  await run(['update', '-qq']);
  return (await run(['install', '-y', '-qq', '--no-install-recommends', ...names])).code === 0;
}
