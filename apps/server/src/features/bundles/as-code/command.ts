import { resolve } from 'node:path';
import type { Config } from '../../../config.ts';
import { AsCodeError } from './as-code-error.ts';
import { type Asset, titleOf, toCanonical, withFileNames } from './assets.ts';
import { compareAssets, type Differences, describeDifferences, hasDifferences } from './compare.ts';
import { readFolder, removeAsset, writeAsset } from './documents-folder.ts';
import { describeFigures } from './figures.ts';
import { createRemote, fetchTransport, type Remote, signIn, type Transport } from './remote.ts';
import { hasSecrets, readSecretFiles } from './secrets-file.ts';
import { validateAssets } from './validate.ts';
import { validateSql } from './validate-sql.ts';
import { type AsCodeWords, readWords } from './words.ts';

/** A server that this process holds for as long as a command lasts. */
export interface OwnServer {
  readonly transport: Transport;
  /** A token of the named person, or of the first administrator. */
  tokenOf(username: string | undefined): Promise<string>;
  close(): Promise<void>;
}

export interface AsCodeContext {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  /** Opens the data folder, which no server may hold meanwhile. */
  readonly openOwn: () => Promise<OwnServer>;
}

export interface AsCodeCommand {
  readonly options: readonly string[];
  /** Resolves with the exit code: 0 same or done, 1 differences or findings. */
  run(context: AsCodeContext): Promise<number>;
}

export function findAsCodeCommand(argv: readonly string[]): AsCodeCommand | undefined {
  const words = readWords(argv);
  return words && { options: words.options, run: (context) => run(words, context) };
}

async function run(words: AsCodeWords, context: AsCodeContext): Promise<number> {
  const folder = resolve(words.folder);
  if (words.name === 'validate') return validate(folder, context);
  const own = words.url === undefined ? await context.openOwn() : undefined;
  try {
    const remote = await openRemote(words, context, own);
    const work = { words, folder, remote, say: context.say };
    if (words.name === 'export') return await exportTo(work);
    return words.name === 'import' ? await importFrom(work) : await showDifferences(work);
  } finally {
    await own?.close();
  }
}

async function openRemote(
  { url, user }: AsCodeWords,
  { env }: AsCodeContext,
  own: OwnServer | undefined,
): Promise<Remote> {
  if (own) return createRemote(own.transport, await own.tokenOf(user));
  const password = env.POWERSET_PASSWORD;
  if (!user || !password)
    throw new AsCodeError(
      'With --url go --user and the environment variable POWERSET_PASSWORD; one of them is missing.',
    );
  const transport = fetchTransport(String(url).replace(/\/+$/, ''));
  return createRemote(transport, await signIn(transport, user, password));
}

interface Work {
  readonly words: AsCodeWords;
  readonly folder: string;
  readonly remote: Remote;
  readonly say: (line: string) => void;
}

async function exportTo({ words, folder, remote, say }: Work): Promise<number> {
  const before = readFolder(folder, { mayBeMissing: true });
  const assets = withFileNames(toCanonical(await remote.read()), toCanonical(before));
  const { onlyInFiles: gone } = compareAssets(before, assets);
  const known = new Map(before.map((asset) => [asset.file, asset]));
  const would = words.isDryRun ? 'would be ' : '';
  for (const asset of assets) {
    const old = known.get(asset.file);
    if (old && JSON.stringify(old.value) === JSON.stringify(asset.value)) continue;
    if (!words.isDryRun) writeAsset(folder, asset);
    say(`${old ? '~' : '+'} ${asset.file} "${titleOf(asset)}" ${would}written`);
  }
  if (!words.isDryRun) writeAsset(folder, { file: 'metadata.yaml', value: { version: '1.0.0', type: 'assets' } });
  for (const { file } of gone) {
    if (words.isPruning && !words.isDryRun) removeAsset(folder, file);
    say(words.isPruning ? `- ${file} ${would}removed` : `! ${file} is not on the server; --prune removes it`);
  }
  say(`${assets.length} objects are on the server.`);
  return 0;
}

async function showDifferences({ words, folder, remote, say }: Work): Promise<number> {
  const files = readFolder(folder);
  const differences = compareAssets(files, await remote.read());
  for (const line of describeDifferences(differences)) say(line);
  if (words.hasFigures) for await (const line of describeFigures(remote, files, differences)) say(line);
  if (!hasDifferences(differences)) say('The files and the server say the same.');
  return hasDifferences(differences) ? 1 : 0;
}

async function importFrom({ words, folder, remote, say }: Work): Promise<number> {
  const files = readFolder(folder);
  const secrets = readSecretFiles(words, files);
  const differences = compareAssets(files, await remote.read());
  const removed = words.isPruning ? toPruned(differences) : [];
  const told = describeDifferences({ ...differences, onlyOnServer: removed });
  const isSame = differences.onlyInFiles.length + differences.changed.length === 0;
  if (words.isDryRun) {
    for (const line of told) say(line);
    say(told.length > 0 ? 'Nothing was changed: this was a dry run.' : 'The server says what the files say.');
    return 0;
  }
  // A secret may be new while the files are not.
  const warnings = isSame && !hasSecrets(secrets) ? [] : await remote.write(files, secrets);
  for (const asset of removed) await remote.remove(asset);
  for (const line of told) say(line);
  for (const line of warnings) say(`! ${line}`);
  if (hasSecrets(secrets)) say('The secrets were entered.');
  if (told.length === 0) say('The server says what the files say.');
  return 0;
}

/** What stands on others goes first. A database stays: its password is nowhere else. */
function toPruned({ onlyOnServer }: Differences): readonly Asset[] {
  return (['dashboards', 'charts', 'datasets', 'themes'] as const).flatMap((kind) =>
    onlyOnServer.filter((asset) => asset.kind === kind),
  );
}

async function validate(folder: string, { config, say }: AsCodeContext): Promise<number> {
  const assets = readFolder(folder);
  const findings = [...validateAssets(assets), ...(await validateSql(assets, config.childEntry))];
  for (const { file, field, kind, text } of findings) say(`${file}: ${field}: ${kind}: ${text}`);
  say(
    findings.length > 0
      ? `${findings.length} findings in ${assets.length} files.`
      : `${assets.length} files are sound.`,
  );
  return findings.length > 0 ? 1 : 0;
}
