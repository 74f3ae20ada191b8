import type { Secrets } from '../access/index.ts';
import type { Config } from '../config.ts';
import type { TableReader } from '../engines/index.ts';
import type { Document, Row, Store } from '../metadata/index.ts';
import type { Numbers } from './numbers.ts';
import type { MovedKind, Notes, Remark } from './report.ts';
import type { SecretReader } from './secret-values.ts';

export interface ReadConnection {
  readonly backend: string;
  readonly maskedUri: string;
  readonly password: string | null;
  /** Secret options, where a connection comes with them. */
  readonly options?: string | null;
  /** The SSH tunnel that leads there. */
  readonly tunnel?: Document;
}

/** Numbers that objects have here, by those that they had. */
export interface MovedNumbers {
  readonly charts: ReadonlyMap<number, number>;
  readonly datasets: ReadonlyMap<number, number>;
}

export interface PlacedChart {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
}

/** What the rooms of the resources know and this one is given; passed in where the program is put together. */
export interface MovingParts {
  readonly connections: {
    /** Throws words about `sqlalchemy_uri` when the URI cannot be opened here. */
    read(uri: string): ReadConnection;
    /** A connection whose engine is not here; null where it is. */
    readForeign(uri: string): ReadConnection | null;
    /** Any connection, of which nothing is understood but where its password stands; null for what is no connection string. */
    readUnopened(uri: string): ReadConnection | null;
    /** Whether people can ask a kind of database as themselves. */
    takesPeople(backend: string): boolean;
    /** The options that a kind of database reads, and the names of the others. */
    ownOptions(backend: string, text: string): { readonly text: string; readonly unknown: readonly string[] };
    /** Whether a kind of database reads secret options. */
    takesOptions(backend: string): boolean;
    seal(connection: ReadConnection, known: undefined, serverCert?: string | null): string | null;
    sealForeign(
      connection: ReadConnection,
      documents: { readonly ssh_tunnel?: Document | null; readonly encrypted_extra?: string | null },
      known: undefined,
    ): { readonly shown: Document; readonly secret: string | null };
  };
  readonly documents: {
    toMovedMetadata(metadata: Document, numbers: MovedNumbers): Document;
    /** A layout with the numbers that charts have here; those that it does not place are put below. */
    toMovedLayout(
      position: Document | null,
      numbers: ReadonlyMap<number, number>,
      charts: readonly PlacedChart[],
    ): Document;
    toMovedForm(form: Document, chartId: number | null, datasetId: number | null): Document;
    toMovedQuery(context: Document, chartId: number, datasetId: number | null): Document;
  };
  /** Origins as embedded dashboards keep them; throws what is wrong with one. */
  readonly readSites: (sites: readonly string[]) => readonly string[];
  /** A report's recipient as it is kept; throws what is wrong with it. */
  readonly readRecipient: (
    type: string,
    config: Document,
  ) => Pick<Row<'report_recipients'>, 'type' | 'config_json' | 'secret'>;
}

/** One moving over: what is read, what is written into, and what has been decided so far. */
export interface Moving {
  readonly source: TableReader;
  /** The transaction. */
  readonly store: Store;
  readonly config: Pick<Config, 'metadataUrl'>;
  readonly secrets: Secrets;
  readonly secretReader: SecretReader;
  readonly parts: MovingParts;
  readonly numbers: Numbers;
  readonly notes: Notes;
  readonly time: string;
}

/** Reads one part of the other installation and writes it. */
export type Mover = (moving: Moving) => Promise<void>;

interface Noted {
  readonly id: number | null;
  readonly name: string;
}

/** Remarks about one object. */
export function noteOn({ notes }: Pick<Moving, 'notes'>, kind: MovedKind, { id, name }: Noted) {
  const add = (what: Remark['what']) => (text: string) => notes.remark({ kind, id, name, what, text });
  return { changed: add('changed'), leftOut: add('left out') };
}
