#!/usr/bin/env node
/**
 * npm start: from a fresh checkout to a running server. Installs and builds what is missing, then serves in this process.
 * What `npm pack` made is built already and only serves.
 * Options go to the server: --port, --host, --data, --no-examples, ... It is the command `powerset` too: `powerset backup
 * FOLDER` and `powerset restore FOLDER` copy what is kept, and take it back; `powerset doctor` says what is not well.
 *
 * The script in package.json says `exec`, so that npm passes SIGTERM and Ctrl-C to this process and waits for its end;
 * a shell in between would end at once and leave the server running.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './sources.mjs';

const oldestNode = [20, 19];

function isNodeTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}

/** npm never packs the lock file. */
const isPacked = !existsSync(join(projectRoot, 'package-lock.json'));

async function prepare() {
  if (isPacked) return;
  const { isBuilt } = await import('./stamps.mjs');
  const { installIfStale } = await import('./install.mjs');
  await installIfStale(projectRoot, (line) => console.log(line));
  if (isBuilt(projectRoot)) return;
  console.log('Building (once; a few seconds) ...');
  const { build } = await import('./build.mjs');
  if (!(await build(projectRoot))) throw new Error('The build failed. See the messages above.');
}

/** npm killed outright cannot pass anything on: then the server stops by itself. */
function endWithNpm() {
  if (!['start', 'npx'].includes(process.env.npm_lifecycle_event)) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/** The account of a service may have no home: what looks for settings or fonts there is to find none instead of failing. */
function ensureHome() {
  try {
    homedir();
  } catch {
    process.env.HOME = '/nonexistent';
  }
}

/** A package lies where npm puts it, and goes with it: data do not belong there. */
function environment() {
  return isPacked ? { POWERSET_DATA: join(homedir(), '.powerset'), ...process.env } : process.env;
}

async function start() {
  if (isNodeTooOld(process.versions.node)) {
    console.error(`Powerset needs Node ${oldestNode.join('.')} or newer; this is Node ${process.versions.node}.`);
    process.exitCode = 1;
    return;
  }
  try {
    await prepare();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  endWithNpm();
  ensureHome();
  const server = await import('../apps/server/dist/main.js');
  await server.main(process.argv.slice(2), environment());
}

await start();
