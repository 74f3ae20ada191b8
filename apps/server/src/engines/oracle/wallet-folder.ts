import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../engine.ts';
import { findTnsEntry } from './tns-names.ts';
import type { UriParts } from './uri.ts';
import type { Wallet } from './wallet.ts';

/** Folders that an administrator opened, by their names. */
export type WalletFolders = Readonly<Record<string, string>>;

const walletFile = 'ewallet.pem';
const namesFile = 'tnsnames.ora';
const largestFile = 256 * 1024;

/** The wallet of the folder that an address names; null where it names none. */
export async function readFolderWallet(
  { walletFolder: folder }: Pick<UriParts, 'walletFolder'>,
  password: string | null,
  folders: WalletFolders,
): Promise<Wallet | null> {
  if (folder === null) return null;
  const pem = await readText({ folder, file: walletFile }, folders);
  if (pem !== null) return { pem, password };
  throw refused(`The folder "${folder}" holds no ewallet.pem that can be read; a cwallet.sso alone is not.`);
}

/** An address whose host is a name of `tnsnames.ora`, as what stands there. */
export async function resolveAlias(parts: UriParts, folders: WalletFolders): Promise<UriParts> {
  const folder = parts.configFolder ?? parts.walletFolder;
  if (parts.alias === null || folder === null) return parts;
  const text = await readText({ folder, file: namesFile }, folders);
  if (text === null) throw refused(`The folder "${folder}" holds no tnsnames.ora that can be read.`);
  const entry = findTnsEntry(text, parts.alias);
  if (!entry)
    throw new EngineError({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: `The tnsnames.ora of the folder "${folder}" has no entry "${parts.alias}" that can be understood.`,
    });
  const { host, port, target, isEncrypted, checksName, certificateName } = entry;
  const encrypted = checksName && parts.tlsMode !== 'trust' ? 'verify' : 'trust';
  return {
    ...{ ...parts, host, port, target, tlsMode: isEncrypted ? encrypted : 'disable' },
    certificateName: parts.certificateName ?? certificateName,
  };
}

interface NamedFile {
  readonly folder: string;
  readonly file: string;
}

/** A small file of a folder, wherever links lead inside of it; null where there is none. */
async function readText({ folder, file }: NamedFile, folders: WalletFolders): Promise<string | null> {
  const opened = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
  if (opened === undefined)
    throw refused(
      `No folder "${folder}" is open for wallets. An administrator names those that are, by POWERSET_WALLET_FOLDERS.`,
    );
  try {
    const base = await realpath(opened);
    const found = await realpath(path.join(base, file));
    const facts = await stat(found);
    if (!found.startsWith(base + path.sep) || !facts.isFile() || facts.size > largestFile) return null;
    return await readFile(found, 'utf8');
  } catch {
    // It is not there, or not for this server.
    return null;
  }
}

function refused(message: string): EngineError {
  return new EngineError({ code: 'CONNECTION_ACCESS_DENIED_ERROR', message });
}
