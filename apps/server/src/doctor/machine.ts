import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Finding, problem, warning, well } from './findings.ts';

const oldestNode = [20, 19] as const;
const megabyte = 1_048_576;
const fullBelowMb = 100;
const tightBelowMb = 1024;

/** What the machine and the folders are like, without opening anything. */
export function lookAtMachine(config: Config, nodeVersion: string): readonly Finding[] {
  return [
    lookAtNode(nodeVersion),
    lookAtPages(config),
    ...lookAtFolder(config),
    ...lookAtKey(config),
    ...lookAtReach(config),
  ];
}

function lookAtNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  return isOld
    ? problem(`Node ${version} is too old: ${oldestNode.join('.')} or newer is needed.`)
    : well(`Node ${version}.`);
}

function lookAtPages({ webFolder, role }: Config): Finding {
  if (role === 'worker') return well('A worker serves no pages.');
  return existsSync(join(webFolder, 'index.html'))
    ? well('The pages are built.')
    : problem(`There are no pages in ${webFolder}. Run npm run build, or install the archive anew.`);
}

function lookAtFolder({ dataFolder }: Config): readonly Finding[] {
  if (!existsSync(dataFolder)) return [warning(`${dataFolder} is not there yet: the first start makes it.`)];
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      problem(`${dataFolder} cannot be written by this account. Mend its permissions, or name another with --data.`),
    ];
  }
  return [well(`${dataFolder} can be written.`), lookAtRoom(dataFolder)];
}

function lookAtRoom(dataFolder: string): Finding {
  const { bavail, bsize } = statfsSync(dataFolder);
  const freeMb = Math.floor((bavail * bsize) / megabyte);
  const text = `${freeMb} MB are free on its disk.`;
  if (freeMb < fullBelowMb) return problem(`${text} Nothing can be saved soon: free some.`);
  return freeMb < tightBelowMb ? warning(`${text} Results and uploads need more.`) : well(text);
}

function lookAtKey({ dataFolder }: Config): readonly Finding[] {
  const file = join(dataFolder, 'secret.key');
  if (!existsSync(file)) return [];
  const isOpen = (statSync(file).mode & 0o077) !== 0;
  return [
    isOpen
      ? warning(`Others on this machine may read ${file}, which opens the passwords of databases. Run chmod 600 on it.`)
      : well('secret.key is for this account alone.'),
  ];
}

function lookAtReach({ host, publicUrl, smtpUrl }: Config): readonly Finding[] {
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host);
  return [
    publicUrl === null && !isLocal
      ? warning('The server is reached from other machines and does not know by what name: set POWERSET_PUBLIC_URL.')
      : well(publicUrl === null ? 'The server is for this machine alone.' : `People reach it at ${publicUrl}.`),
    smtpUrl === null ? well('No mail server is set: reports and links go by no mail.') : well('A mail server is set.'),
  ];
}
