import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';

/** Each is PEM; null where there is none. */
export interface TlsFiles {
  readonly certFile: string | null;
  readonly keyFile: string | null;
  readonly caFile: string | null;
}

/** What a connection of Node takes. */
export interface TlsMaterial {
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
}

export interface TlsWatch {
  /** What the files held when they last fitted together. */
  readonly now: () => TlsMaterial;
  /** Called when they hold something else. */
  readonly onChange: (hear: () => void) => void;
  readonly close: () => void;
}

export interface TlsWatchOptions {
  readonly files: TlsFiles;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly everyMs?: number;
}

const usualEveryMs = 10_000;

/**
 * Certificates are replaced while the server runs, often one file after the other: what does not fit together is not taken, and what
 * was before holds until it does.
 */
export async function openTls({ files, log, everyMs = usualEveryMs }: TlsWatchOptions): Promise<TlsWatch> {
  let held = await readMaterial(files);
  let lastProblem = '';
  const ears: (() => void)[] = [];
  const look = async () => {
    const next = await readMaterial(files);
    lastProblem = '';
    if (JSON.stringify(next) === JSON.stringify(held)) return;
    held = next;
    for (const hear of ears) hear();
    log.info('the certificates are new');
  };
  const complain = (error: Error) => {
    if (error.message !== lastProblem) log.warn({ err: error }, 'the new certificates cannot be used');
    lastProblem = error.message;
  };
  const timer = setInterval(() => void look().catch(complain), everyMs).unref();
  return {
    now: () => held,
    onChange: (hear) => void ears.push(hear),
    close: () => clearInterval(timer),
  };
}

async function readMaterial({ certFile, keyFile, caFile }: TlsFiles): Promise<TlsMaterial> {
  const [cert, key, ca] = await Promise.all([certFile, keyFile, caFile].map(readText));
  const material = { ...(cert ? { cert } : {}), ...(key ? { key } : {}), ...(ca ? { ca } : {}) };
  try {
    createSecureContext(material);
  } catch (error) {
    const names = [certFile, keyFile, caFile].filter((name) => name !== null).join(', ');
    // The library's words name no text of a key.
    throw new Error(`The certificates of ${names} cannot be used (${(error as Error).message}).`, { cause: error });
  }
  return material;
}

async function readText(file: string | null): Promise<string | null> {
  if (file === null) return null;
  const text = await readFile(file, 'utf8');
  if (!text.includes('-----BEGIN ')) throw new Error(`${file} holds no PEM.`);
  return text;
}
