import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Service, type ServiceName, serviceUrl } from '@powerset/testkit';
import { openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { type ClientCertificate, createResultSink, type ResultSink } from '../remote/index.ts';
import { createResultStore, type ResultStore } from '../results/result-store.ts';
import type { Tunnel } from '../tunnel/index.ts';

/** Somebody who may do everything on a server, with a client of its own. */
export interface ServerAdmin {
  /** Runs statements one after the other; the rows of the last. */
  run(...statements: readonly string[]): Promise<readonly (readonly unknown[])[]>;
  end(): Promise<void>;
}

/** What differs from the address that the service has. */
export interface OpeningChanges {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** As the form of the connection names it: `disable`, `require`, `verify-ca`, `verify-full`. */
  readonly encryption?: string;
  readonly serverCertificate?: string;
  readonly clientCertificate?: ClientCertificate;
  readonly tunnel?: Tunnel;
  readonly allowsPrivateHosts?: boolean;
}

export interface TypedValue {
  /** An expression of the server's SQL, and what becomes of it. */
  readonly sql: string;
  readonly nativeType: string;
  readonly type: 'number' | 'string' | 'temporal' | 'boolean';
  /** For charts: numbers, and milliseconds of times. */
  readonly value: unknown;
  /** For grids, where that is something else. */
  readonly exact?: unknown;
}

export interface ServerSql {
  /** Creates the schema of that name, empty, whatever was there before. */
  readonly makeSchema: (schema: string) => readonly string[];
  /** Types of a whole number, a decimal with two digits, a short text, a point in time and a day. */
  readonly types: Readonly<Record<'whole' | 'decimal' | 'text' | 'time' | 'day', string>>;
  /** Rows 1 to that number, in a column `i`, as a source of FROM. */
  readonly series: (rows: number) => string;
  /** The point in time that lies so many hours after the first of January 2024. */
  readonly hoursLater: (hours: string) => string;
  readonly comments: { readonly table: string; readonly column: string } | null;
  /** A statement that has the server look at a table, null where there is none. */
  readonly analyze: (table: string) => string | null;
  /** A text of that many signs. */
  readonly repeated: (signs: number) => string;
  readonly sleep: (seconds: number) => string;
  /** A statement that writes into the table for some seconds. */
  readonly slowWrite: (table: string) => string;
  /** Counts statements that run and hold the text. */
  readonly countRunning: (text: string) => string;
  /** Ends the sessions of the engine under test. */
  readonly endSessions: (admin: ServerAdmin) => Promise<void>;
  /** A statement that fails while it reads rows. */
  readonly failing: string;
  /** Functions `drill_writes` and `drill_reads` (of `vault.secrets`), and a sequence `drill_numbers`. */
  readonly makeTraps: (schema: string) => readonly string[];
  /** An account as GRANT names it. */
  readonly account: (user: string) => string;
  /** Makes an account with a password that may read one schema. */
  readonly makeUser: (user: string, password: string, schema: string) => readonly string[];
}

/** The suites that all servers pass; `ways` are an SSH server and certificates, `reach` are attacks. */
export type Suite = 'engine' | 'connections' | 'dialect' | 'ways' | 'databases' | 'reach';

/** One server of the suite: what it is called, how it is opened, and its words for what the suite asks of all. */
export interface TestedServer {
  readonly name: string;
  readonly service: ServiceName;
  readonly backend: string;
  /** The service's address as the URI of a connection, without options. */
  readonly uriOf: (serviceUrl: string) => string;
  /** First parts of the reference's URIs that lead here. */
  readonly schemes: readonly string[];
  readonly open: (uri: string, changes: OpeningChanges & { readonly resultSink: ResultSink }) => Engine;
  readonly admin: (serviceUrl: string) => Promise<ServerAdmin>;
  readonly sql: ServerSql;
  readonly values: readonly TypedValue[];
  /** On which day its weeks of the grain `P1W` begin. */
  readonly weekStartsOn: 'sunday' | 'monday';
  /** Kinds of keys that it tells of. */
  readonly has: {
    readonly foreignKeys: boolean;
    readonly indexes: boolean;
    readonly costs: boolean;
    readonly encryption: boolean;
    /** The service of the tests asks for them. */
    readonly passwords: boolean;
  };
  /** Which database an account opens that may read one schema alone; the schema where nothing is said. */
  readonly readersDatabase?: string;
  /** A server of its own that offers encryption with a key and a certificate; null where it is not installed. */
  readonly startEncrypted: (files: { readonly key: string; readonly certificate: string }) => Promise<Service | null>;
  /** Makes an account that is let in with a certificate alone, on such a server. */
  readonly askForCertificate: (admin: ServerAdmin, account: string) => Promise<void>;
  /** The certificate has to be of the account's name. */
  readonly namesInCertificates: boolean;
  /** Statements that must be refused before they reach the server, for what they would do there. */
  readonly attacks: readonly string[];
  /** Statements that only look like attacks: they give back a text. */
  readonly harmless: readonly string[];
  /** Suites that have nothing to ask of it, and why; nothing where all are passed. */
  readonly leavesOut?: Readonly<Partial<Record<Suite, string>>>;
  /** Tests of the suites that it cannot pass, by their names, and why. */
  readonly cannot?: Readonly<Record<string, string>>;
}

/** Keeps results of engines under test, and reads them. */
export interface ResultsFixture {
  readonly resultSink: ResultSink;
  readonly results: ResultStore;
  readonly end: () => Promise<void>;
}

export async function openTestResults(): Promise<ResultsFixture> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'servers-'));
  const folders = { resultsFolder: path.join(folder, 'results'), stagingFolder: path.join(folder, 'staging') };
  const fileEngine = await openTestFileEngine(folder);
  const resultSink = createResultSink({
    ...folders,
    runTrusted: (sql) => fileEngine.runTrusted(sql),
    generation: () => fileEngine.generation(),
  });
  return {
    resultSink,
    results: createResultStore({ ...folders, fileEngine, defusesFormulas: true }),
    end: async () => {
      await fileEngine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For engines that are asked for nothing that is kept. */
export const noResults: ResultSink = { open: () => Promise.reject(new Error('nothing is kept here')) };

/** The address that `npm run test:services` gave the server; a test that needs it is passed over without. */
export function addressOf(server: TestedServer): string | undefined {
  const url = serviceUrl(server.service);
  return url === undefined ? undefined : server.uriOf(url);
}

/** The tables that the suite asks for, in a schema of the suite's own: `customers`, `orders`, `big` and `times`. */
export function worldOf({ sql, has }: TestedServer, schema: string): readonly string[] {
  const { types } = sql;
  const at = (table: string) => `${schema}.${table}`;
  return [
    ...sql.makeSchema(schema),
    `CREATE TABLE ${at('customers')} (id ${types.whole} PRIMARY KEY, name ${types.text} NOT NULL)`,
    `CREATE TABLE ${at('orders')} (id ${types.whole} PRIMARY KEY, customer_id ${types.whole}, amount ${types.decimal}, placed ${types.time},
       CONSTRAINT of_customer FOREIGN KEY (customer_id) REFERENCES ${at('customers')} (id))`,
    ...(has.indexes ? [`CREATE UNIQUE INDEX orders_placed ON ${at('orders')} (placed, id)`] : []),
    `INSERT INTO ${at('customers')} SELECT i, CONCAT('customer ', i) FROM ${sql.series(10)}`,
    `INSERT INTO ${at('orders')} SELECT i, 1 + i % 10, i * 1.25, ${sql.hoursLater('i')} FROM ${sql.series(20_000)}`,
    `CREATE VIEW ${at('big')} AS SELECT * FROM ${at('orders')} WHERE amount > 100`,
    `CREATE TABLE ${at('times')} (id ${types.whole} PRIMARY KEY, placed ${types.time}, day ${types.day}, word ${types.text})`,
  ];
}
