import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { findPasswordProblem, loadSecrets, type Secrets, unnamedAdmin } from './access/index.ts';
import { type App, buildApp } from './app.ts';
import { type Command, type CopyChannel, findCommand, openCopyChannel } from './backup/index.ts';
import { type Config, ConfigError, describeOptions, parseConfig } from './config.ts';
import { findDoctor } from './doctor/index.ts';
import { type AsCodeCommand, findAsCodeCommand, type OwnServer } from './features/bundles/index.ts';
import { createLog } from './log/index.ts';
import {
  claimDataFolder,
  createStoreClock,
  type DataFolder,
  openServerStore,
  openStore,
  type Store,
  type StoreClock,
  takeDailySnapshot,
} from './metadata/index.ts';
import { openWhenThere } from './metadata-wait.ts';
import { askSecret, findMoveCommand, type MoveCommand } from './moving-over/index.ts';
import { hasMetadata, toMovingParts } from './moving-parts.ts';
import { checkDatabasesPresent, checkMetadataPresent } from './start-checks.ts';

const version = '0.1.0';
const stopLimitMs = 9_000;

type Say = (line: string) => void;

/**
 * Starts the server and returns when it answers. Throws nothing: what prevents a start is said in one sentence, and the
 * process ends with status 1.
 */
export async function main(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const say: Say = (line) => void process.stdout.write(`${line}\n`);
  if (argv.includes('--help') || argv.includes('-h')) return say(describeOptions());
  if (isAboutFiles(argv)) return runAsCode(argv, { env, say });
  try {
    const command = findCommand(argv) ?? findDoctor(argv);
    if (command) return await runCommand(command, { env, say });
    const moving = findMoveCommand(argv, env);
    if (moving) return await runMove(moving, { env, say });
    await start(parseConfig({ argv, env, root: findRoot() }), say);
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exit(1);
  }
}

interface CommandRun {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: Say;
}

async function runCommand(command: Command, { env, say }: CommandRun): Promise<void> {
  try {
    const config = parseConfig({ argv: command.options, env, root: findRoot() });
    await command.run({ config, version, now: () => new Date(), say });
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describeProblem(error)}\n`);
    process.exit(1);
  }
}

async function runMove(command: MoveCommand, { env, say }: CommandRun): Promise<void> {
  try {
    const config = parseConfig({ argv: command.options, env, root: findRoot() });
    const now = () => new Date();
    const openOwn = async () => {
      const { release } = claimDataFolder(config.dataFolder, process.pid);
      const log = createLog(config);
      return { store: await openMetadata(config, log, clockOf(log)), release };
    };
    const toParts = (secrets: Secrets) => toMovingParts(config, secrets);
    const ask = (question: string) => askSecret(question, { input: process.stdin, output: process.stderr });
    await command.run({ config, now, say, askSecret: ask, hasMetadata: hasMetadata(config), openOwn, toParts });
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${describeProblem(error)}\n`);
    process.exit(1);
  }
}

const fileCommands = ['export', 'import', 'diff', 'validate'];
const isAboutFiles = ([name]: readonly string[]) => fileCommands.some((known) => known === name);

/** Ends with 0, with 1 when there are differences or findings, and with 2 when the command could not do its work. */
async function runAsCode(argv: readonly string[], { env, say }: CommandRun): Promise<void> {
  try {
    const command = findAsCodeCommand(argv) as AsCodeCommand;
    const config = parseConfig({ argv: command.options, env, root: findRoot() });
    process.exitCode = await command.run({ config, env, say, openOwn: () => openOwnServer(config) });
  } catch (error) {
    process.stderr.write(`${describeProblem(error)}\n`);
    process.exitCode = 2;
  }
  process.exit();
}

/** The whole server without a port, for as long as a command lasts. */
async function openOwnServer(config: Config): Promise<OwnServer> {
  const folder = claimDataFolder(config.dataFolder, process.pid);
  const log = createLog(config);
  const clock = clockOf(log);
  const store = await openMetadata(config, log, clock);
  await checkDatabasesPresent(store, config);
  const secrets = loadSecrets(config.dataFolder);
  const app = await buildApp({ config, store, secrets, log, now: clock.now, version });
  await app.server.ready();
  return {
    transport: async ({ method, path, headers, body }) => {
      const sent = { method, url: path, headers, ...(body ? { payload: Buffer.from(body) } : {}) };
      const { statusCode, rawPayload } = await app.server.inject(sent);
      return { status: statusCode, bytes: rawPayload };
    },
    tokenOf: (username) => signTokenOf(app, username),
    close: async () => {
      await app.close();
      folder.release();
    },
  };
}

async function signTokenOf({ services }: App, username: string | undefined): Promise<string> {
  const row = await services.store
    .selectFrom('users')
    .leftJoin('held_roles', 'held_roles.user_id', 'users.id')
    .leftJoin('roles', 'roles.id', 'held_roles.role_id')
    .select(['users.id', 'users.token_epoch'])
    .where('users.is_active', '=', 1)
    .where((builder) =>
      username === undefined ? builder('roles.name', '=', 'Admin') : builder('users.username', '=', username),
    )
    .orderBy('users.id')
    .executeTakeFirst();
  if (!row)
    throw new ConfigError(username === undefined ? 'There is no administrator yet.' : `There is no user ${username}.`);
  return services.sessions.signToken({ id: row.id, tokenEpoch: row.token_epoch }, 'access');
}

/** The bundle lies in apps/server/dist, three folders below the installation's root. */
function findRoot(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '../../..');
}

async function start(config: Config, say: Say): Promise<void> {
  const folder = claimDataFolder(config.dataFolder, process.pid);
  const log = createLog(config);
  const clock = clockOf(log);
  const store = await openWhenThere({ config, log, say, open: () => openMetadata(config, log, clock) });
  await checkDatabasesPresent(store, config);
  const secrets = loadSecrets(config.dataFolder);
  const app = await buildApp({ config, store, secrets, log, now: clock.now, version });
  await checkPublicRole(app, config);
  await createConfiguredAdmin(app, config);
  // What is called for the first time from here on runs as machine code at once: the first questions are answered sooner.
  // The start itself would take longer by it.
  setFlagsFromString('--always-sparkplug');
  // Rows lie outside V8's heap and count as growth of it all the same: by its own measure some answers of megabytes begin a
  // collection, which takes longer than they do. It may grow to three times of what lives.
  setFlagsFromString('--heap-growing-percent=200');
  const channel = await openCopyChannel(config.dataFolder, async (databaseId, signal) => {
    const engine = await app.services.engines.getEmbedded(databaseId);
    return engine.copyDatabase(signal);
  });
  // Whoever gets an answer may end the server at once.
  stopOnSignals({ app, folder, hasFile: config.metadataUrl === null, channel, log, say });
  const url = await listen(app, config).catch(async (error: unknown) => {
    await channel?.close();
    throw error;
  });
  // A worker has no page for it.
  const needsSetUp = config.role !== 'worker' && (await app.setUp.isNeeded());
  say(
    needsSetUp
      ? `Powerset is ready. Open ${config.publicUrl ?? url}/set-up?token=${app.setUp.token} to create the administrator.`
      : `Powerset is ready at ${url}`,
  );
  log.info({ url, version, dataFolder: config.dataFolder }, 'started');
  await app.warmUp(say).catch((error: unknown) => {
    // Who is signed in goes on with what works; the engine tries again when it is asked.
    log.error({ err: error }, 'warming up failed');
    say(`Not everything is ready: ${(error as Error).message}`);
  });
}

function clockOf(log: Logger): StoreClock {
  return createStoreClock({
    machineMs: () => Date.now(),
    ticksMs: () => performance.now(),
    onApart: (apartMs) =>
      apartMs === 0
        ? log.info('the clock of this machine is that of the metadata server again')
        : log.warn({ apartMs }, 'the clock of this machine is not that of the metadata server, whose time counts'),
  });
}

async function openMetadata({ dataFolder, metadataUrl }: Config, log: Logger, clock: StoreClock): Promise<Store> {
  const stamp = () => clock.now().toISOString();
  if (metadataUrl !== null) {
    const onTrouble = (error: Error) => log.warn({ err: error }, 'the metadata server went away');
    return openServerStore({ url: metadataUrl, stamp, onTrouble, onTime: clock.hear });
  }
  checkMetadataPresent(dataFolder);
  return openStore(metadataFile(dataFolder), stamp);
}

const metadataFile = (dataFolder: string) => join(dataFolder, 'metadata.db');

/** A role that is not there would leave visitors shut out without a word. */
async function checkPublicRole({ services }: App, { publicRoleLike }: Config): Promise<void> {
  if (!publicRoleLike) return;
  const roles = await services.store.selectFrom('roles').select('name').orderBy('id').execute();
  const names = roles.map(({ name }) => name);
  if (names.includes(publicRoleLike)) return;
  throw new ConfigError(
    `POWERSET_PUBLIC_ROLE_LIKE (--public-role-like) must name a role (${names.join(', ')}), not "${publicRoleLike}".`,
  );
}

async function createConfiguredAdmin(app: App, config: Config): Promise<void> {
  const { adminUsername, adminPassword } = config;
  if (!adminUsername && !adminPassword) return;
  if (!adminUsername || !adminPassword)
    throw new ConfigError('POWERSET_ADMIN_USERNAME and POWERSET_ADMIN_PASSWORD go together; one of them is missing.');
  if (!(await app.setUp.isNeeded())) return;
  const problem = findPasswordProblem(adminPassword, adminUsername);
  if (problem) throw new ConfigError(`POWERSET_ADMIN_PASSWORD is too weak: ${problem}`);
  const account = { username: adminUsername, password: adminPassword, roles: ['Admin'] };
  await app.services.accounts.create({ ...account, ...unnamedAdmin });
}

async function listen(app: App, config: Config): Promise<string> {
  try {
    const address = await app.server.listen({ port: config.port, host: config.host });
    return address.replace('[::]', 'localhost').replace('0.0.0.0', 'localhost');
  } catch (error) {
    await app.close();
    throw new ConfigError(whyNotListening(error as NodeJS.ErrnoException, config));
  }
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, { host, port }: Config): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program. Choose another with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Choose another with --host; 0.0.0.0 stands for all of them.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023 with --port.`;
  return `The server cannot listen on ${host}, port ${port} (${message}). Choose others with --host and --port.`;
}

interface Running {
  readonly app: App;
  readonly folder: DataFolder;
  /** The metadata lie in the folder. */
  readonly hasFile: boolean;
  readonly channel: CopyChannel | null;
  readonly log: Logger;
  readonly say: Say;
}

function stopOnSignals({ app, folder, hasFile, channel, log, say }: Running): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    say('Powerset is stopping.');
    const limit = setTimeout(() => process.exit(1), stopLimitMs);
    limit.unref();
    await channel?.close();
    await app
      .leaveToOthers()
      .then(() => app.close())
      .then(() => (hasFile ? takeDailySnapshot(metadataFile(folder.path), new Date()) : undefined))
      .catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    folder.release();
    log.info({ signal }, 'stopped');
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}

function describeFailure(error: unknown): string {
  return `Powerset cannot start: ${describeProblem(error)}`;
}

function describeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // check-ignore engine-names: the metadata store's own codes
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL')
    return 'the disk is full. Free some space, or choose another folder with --data.';
  // check-ignore engine-names: the metadata store's own codes
  if (code === 'EACCES' || code === 'EROFS' || code === 'SQLITE_READONLY' || code === 'SQLITE_CANTOPEN')
    return `${message}. Mend the permissions, or choose another folder with --data.`;
  return message;
}
