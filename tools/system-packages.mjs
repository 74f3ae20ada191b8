/** Installs Debian packages that tests need, where this account may. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.mjs';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualFolders = ['/usr/bin', '/usr/local/bin', '/snap/bin'];

/** Path of Chromium: `POWERSET_CHROMIUM`, else by its usual names in the path and the usual folders; null when missing. */
export function findChromium(env = process.env, folders = usualFolders) {
  if (env.POWERSET_CHROMIUM) return existsSync(env.POWERSET_CHROMIUM) ? env.POWERSET_CHROMIUM : null;
  const places = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...folders];
  return places.flatMap((folder) => chromiumNames.map((name) => join(folder, name))).find(existsSync) ?? null;
}

/** Path of Chromium, installed first when missing; an error that says what to do when that is not possible. */
export async function ensureChromium(say, { find = findChromium, install = installPackages } = {}) {
  const found = find();
  if (found) return found;
  if (process.env.POWERSET_CHROMIUM)
    throw new Error(`POWERSET_CHROMIUM names ${process.env.POWERSET_CHROMIUM}, where there is no file.`);
  say('Installing Chromium for the browser tests ...');
  const problem = await install(['chromium']);
  const installed = find();
  if (installed) return installed;
  throw new Error(
    `Chromium is missing and could not be installed: ${problem ?? 'the package brought no program'}. ` +
      'Install it (Debian: apt-get install chromium, as root), or set POWERSET_CHROMIUM to the path of one.',
  );
}

/** Installs by apt-get as root or through sudo; null when that worked, else why not. */
export async function installPackages(names) {
  const way = findWay({ uid: process.getuid?.() ?? -1, exists: existsSync });
  if (way.problem) return way.problem;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => {
    const [command, ...rest] = [...way.prefix, 'apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
    return runCommand(command, rest, { env });
  };
  await run(['update', '-qq']);
  const { code } = await run(['install', '-y', '-qq', '--no-install-recommends', ...names]);
  return code === 0 ? null : `apt-get ended with status ${code}; see its messages above`;
}

/** How this account installs packages: as root, through sudo without a password, or not at all. */
export function findWay({ uid, exists }) {
  if (!exists('/usr/bin/apt-get')) return { problem: 'this system has no apt-get' };
  if (uid === 0) return { prefix: [] };
  if (exists('/usr/bin/sudo')) return { prefix: ['sudo', '-n', '-E'] };
  return { problem: 'only root may install packages, and there is no sudo' };
}
