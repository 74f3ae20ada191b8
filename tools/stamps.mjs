/**
 * Stamps tell whether installing or building again would change anything. They must cost far less than a start:
 * the lock file is hashed by content, sources by path, size and time of change.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './sources.mjs';

const installStampPath = 'node_modules/.powerset-stamp';
const buildStampPath = 'apps/server/dist/.powerset-stamp';
const builtFrom = [
  'packages',
  'apps',
  'tools/build.mjs',
  'tools/help',
  'docs',
  'README.md',
  'package-lock.json',
  'tsconfig.base.json',
];
const builtFiles = ['apps/server/dist/main.js', 'apps/web/dist/index.html'];

export function installStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256')
    .update(`${process.platform}-${process.arch}-${process.versions.modules}`)
    .update(lock)
    .digest('hex');
}

export function isInstalled(root) {
  if (readStamp(root, installStampPath) === installStamp(root)) return true;
  if (!holdsLockedVersions(root)) return false;
  markInstalled(root);
  return true;
}

/** npm keeps the list of what it installed; equal versions mean that a plain `npm install` did the work already. */
function holdsLockedVersions(root) {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
  return wanted
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => installed[path]?.version === entry.version);
}

export function markInstalled(root) {
  writeStamp(root, installStampPath, installStamp(root));
}

export function buildStamp(root) {
  const hash = createHash('sha256');
  for (const path of listFiles(root, builtFrom, isBuildSource)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

export function isBuilt(root) {
  return (
    builtFiles.every((path) => existsSync(join(root, path))) && readStamp(root, buildStampPath) === buildStamp(root)
  );
}

/** `stamp` is taken before the build, so that a file saved meanwhile makes the next start build again. */
export function markBuilt(root, stamp) {
  writeStamp(root, buildStampPath, stamp);
}

function isBuildSource(path) {
  return !/\.(test|e2e)\.tsx?$/.test(path);
}

function readStamp(root, path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').trim() : null;
}

function writeStamp(root, path, stamp) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${stamp}\n`);
}
