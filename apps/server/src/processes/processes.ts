import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { hearOfWork, type ProcessRole, type Store, StoreError, storeSeconds, tellOfWork } from '../metadata/index.ts';
import type { PeerTls } from './peer-fetch.ts';

export interface Processes {
  /** Of this process, for what it has at work; null where it is the only one. */
  readonly id: string | null;
  readonly role: ProcessRole;
  /** With what the others are asked over TLS; without it as the system trusts. */
  readonly tls?: PeerTls | null;
  /** Whether this one does what waits to be done; else it tells those that do. */
  readonly takesJobs: boolean;
  /** Whether any process does. */
  hasWorker(): Promise<boolean>;
  /** One of those that do nothing else, the same for a name while they are the same; null where there is none. */
  workerFor(name: string): Promise<string | null>;
  /** Says that something waits; whoever takes jobs looks at once. */
  tellOfWork(): void;
  /** Looks for what waits, because this one has room again. */
  look(): void;
  /** Where the others reach another process that is alive; null for this one and for those that are gone. */
  addressOf(id: string | null): Promise<string | null>;
  /** Where the others are reached that are alive. */
  others(): Promise<readonly string[]>;
  /** Registers this process, and from then on says that it lives; what those had at work that are gone is given to `onGone`. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface ProcessesOptions {
  readonly store: Store;
  /** Where the others reach this one; null where it is the only one. */
  readonly address: string | null;
  /** Its results lie there, and are found again by the process that comes after it. */
  readonly dataFolder: string;
  readonly keyCheck: string;
  readonly version: string;
  readonly now: () => Date;
  readonly log: Logger;
  /** Ends in the store what a process had at work that is gone. It may be called twice for one, by two processes. */
  readonly onGone: (id: string) => Promise<void>;
  /** Looks every few seconds whether another process wants something at work here ended. */
  readonly onBeat: (id: string) => Promise<void>;
  readonly role: ProcessRole;
  readonly tls?: PeerTls | null;
  /** Takes what waits to be done. */
  readonly onWork: (id: string) => Promise<void>;
}

/** A header of requests from one process to another: they are answered where they came to. */
export const forwardedMark = 'x-powerset-forwarded';

const beatMs = 3000;
/** A process that has not said so for longer is gone: a few beats may be late where a machine is busy. */
const goneAfterSeconds = 15;
/** Of many processes so many are asked for what this one does not have. */
const mostAsked = 20;
/** How long it is believed which processes take jobs. */
const workersMs = 1000;

interface Worker {
  readonly id: string;
  readonly role: ProcessRole;
}

export async function createProcesses(options: ProcessesOptions): Promise<Processes> {
  const { address, dataFolder } = options;
  return address === null ? alone : new SharedProcesses(await readId(join(dataFolder, 'process.id')), address, options);
}

/** One for each data folder: what lies in it is the next process's, too. */
async function readId(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '');
  if (/^[0-9a-f-]{36}$/.test(known.trim())) return known.trim();
  const id = randomUUID();
  await writeFile(file, `${id}\n`);
  return id;
}

const alone: Processes = {
  id: null,
  role: 'all',
  takesJobs: true,
  hasWorker: async () => true,
  workerFor: async () => null,
  tellOfWork: () => undefined,
  look: () => undefined,
  addressOf: async () => null,
  others: async () => [],
  start: async () => undefined,
  close: async () => undefined,
};

class SharedProcesses implements Processes {
  private timer: NodeJS.Timeout | null = null;
  private lastBeat = performance.now();
  /** Where the store itself was away for a while, nobody could say that he lives: all get the time to say so again. */
  private patientUntil = performance.now() + goneAfterSeconds * 1000;
  private beating: Promise<void> = Promise.resolve();
  private isLookDue = false;
  private stopHearing: () => void = () => undefined;
  private known = { at: Number.NEGATIVE_INFINITY, workers: Promise.resolve<readonly Worker[]>([]) };

  constructor(
    readonly id: string,
    private readonly address: string,
    private readonly options: ProcessesOptions,
  ) {}

  get role(): ProcessRole {
    return this.options.role;
  }

  get tls(): PeerTls | null {
    return this.options.tls ?? null;
  }

  get takesJobs(): boolean {
    return this.role !== 'web';
  }

  async hasWorker(): Promise<boolean> {
    return this.takesJobs || (await this.findWorkers()).length > 0;
  }

  async workerFor(name: string): Promise<string | null> {
    if (this.takesJobs) return null;
    const ids = (await this.findWorkers()).filter(({ role }) => role === 'worker').map(({ id }) => id);
    const number = createHash('sha1').update(name).digest().readUInt32BE();
    return ids[number % ids.length] ?? null;
  }

  /** Asked of the store once a second at most, however many ask. */
  private findWorkers(): Promise<readonly Worker[]> {
    if (performance.now() - this.known.at < workersMs) return this.known.workers;
    const found = this.options.store
      .selectFrom('processes')
      .select(['id', 'role'])
      .where('role', '!=', 'web')
      .where('seen_at', '>=', this.goneBefore())
      .orderBy('id')
      .limit(mostAsked)
      .execute();
    this.known = { at: performance.now(), workers: found };
    // What failed is asked again by the next.
    found.catch(() => {
      this.known = { ...this.known, at: Number.NEGATIVE_INFINITY };
    });
    return found;
  }

  tellOfWork(): void {
    void tellOfWork(this.options.store).catch((error: unknown) =>
      this.options.log.warn({ err: error }, 'the other processes could not be told that something waits'),
    );
  }

  look(): void {
    if (!this.takesJobs || this.isLookDue || this.timer === null) return;
    this.isLookDue = true;
    this.beating = this.beating
      .then(() => {
        this.isLookDue = false;
        return this.options.onWork(this.id);
      })
      .catch((error: unknown) => this.options.log.error({ err: error }, 'this process could not look for what waits'));
  }

  /** The first that is heard after the store was away: until this one says that it lives, the others take it and its results for gone. */
  private hear(): void {
    if (this.timer !== null && performance.now() - this.lastBeat > 2 * beatMs)
      this.beating = this.beating.then(() => this.beat()).catch((error: unknown) => this.complain(error));
    this.look();
  }

  async addressOf(id: string | null): Promise<string | null> {
    if (id === null || id === this.id) return null;
    const found = await this.options.store
      .selectFrom('processes')
      .select('address')
      .where('id', '=', id)
      .where('seen_at', '>=', this.goneBefore())
      .executeTakeFirst();
    return found?.address ?? null;
  }

  async others(): Promise<readonly string[]> {
    const rows = await this.options.store
      .selectFrom('processes')
      .select('address')
      .where('id', '!=', this.id)
      .where('seen_at', '>=', this.goneBefore())
      .orderBy('seen_at', 'desc')
      .limit(mostAsked)
      .execute();
    return rows.map(({ address }) => address);
  }

  async start(): Promise<void> {
    await this.checkKey();
    // What the process before this one had at work in the same folder.
    await this.options.onGone(this.id);
    await this.beat();
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat()).catch((error: unknown) => this.complain(error));
    }, beatMs).unref();
    this.stopHearing = hearOfWork(this.options.store, () => this.hear());
    this.look();
  }

  async close(): Promise<void> {
    this.stopHearing();
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.beating;
    const { store } = this.options;
    // Where the store is away the others miss this one in a while.
    await store
      .deleteFrom('processes')
      .where('id', '=', this.id)
      .execute()
      .catch((error: unknown) => this.complain(error));
  }

  /** What one process seals, the others could not open. */
  private async checkKey(): Promise<void> {
    const { store, keyCheck } = this.options;
    const other = await store
      .selectFrom('processes')
      .select('address')
      .where('key_check', '!=', keyCheck)
      .where('seen_at', '>=', this.goneBefore())
      .executeTakeFirst();
    if (other)
      throw new StoreError(
        `The process at ${other.address} has another key. All processes of an installation need the same secret.key in their data folders: copy it from there.`,
      );
  }

  private async beat(): Promise<void> {
    const { store, keyCheck, version, now, role } = this.options;
    const row = { role, address: this.address, key_check: keyCheck, version, seen_at: storeSeconds };
    await store
      .insertInto('processes')
      .values({ ...row, id: this.id, started_on: now().toISOString() })
      // Whoever was thought to be gone, and is not, is there again.
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    const time = performance.now();
    if (time - this.lastBeat > 2 * beatMs) this.patientUntil = time + goneAfterSeconds * 1000;
    this.lastBeat = time;
    if (time >= this.patientUntil) await this.endGone();
    await this.options.onBeat(this.id);
  }

  private async endGone(): Promise<void> {
    const { store, onGone, log } = this.options;
    const gone = await store.selectFrom('processes').select('id').where('seen_at', '<', this.goneBefore()).execute();
    for (const { id } of gone) {
      await onGone(id);
      await store.deleteFrom('processes').where('id', '=', id).where('seen_at', '<', this.goneBefore()).execute();
      log.warn({ process: id }, 'a process is gone; what it had at work is begun anew or has failed');
    }
  }

  private goneBefore() {
    return sql<number>`${storeSeconds} - ${goneAfterSeconds}`;
  }

  private complain(error: unknown): void {
    this.options.log.error({ err: error }, 'this process could not say that it lives');
  }
}
