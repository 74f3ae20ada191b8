import type { BundleKind } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Document, Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { OptionSecrets, TunnelSecrets } from './form.ts';
import type { Problems } from './problems.ts';
import type { Bundle } from './read-bundle.ts';
import type { DatabaseFile } from './shapes.ts';

/** Reads and seals connections as the feature of databases does; passed in by `app.ts`. */
export interface ConnectionCodec {
  /** Throws words about `sqlalchemy_uri` when the URI cannot be opened here. */
  read(uri: string): { readonly backend: string; readonly maskedUri: string; readonly password: string | null };
  /** Throws words about `password` when a masked one is not known for that server and user. */
  seal(
    connection: {
      readonly maskedUri: string;
      readonly password: string | null;
      readonly backend: string;
      readonly options?: string | null;
      readonly tunnel?: Document;
    },
    known: Row<'databases'> | undefined,
  ): string | null;
  /** Which secrets of a tunnel are masked and not known of the same server and user. */
  lackingOf(tunnel: Document, known: Row<'databases'> | undefined): readonly (keyof TunnelSecrets)[];
  /** Whether a tunnel leads through the same server as the one that is known, if any is needed. */
  isSameWay(tunnel: Document | undefined, known: Row<'databases'> | undefined): boolean;
  /** Whether people ask as themselves in a database with this secret. */
  asksPeople(connection: ReturnType<ConnectionCodec['read']>, secret: string | null): boolean;
  /** The options that a kind of database reads, and the names of the others. */
  ownOptions(backend: string, text: string): { readonly text: string; readonly unknown: readonly string[] };
  /** Whether a kind of database reads secret options. */
  takesOptions(backend: string): boolean;
  /** Secret options with a mask for each secret; `{}` where there are none. */
  maskedOptions(backend: string, text: string | undefined): string;
  /** A connection that is only kept, since its engine is not here; null where it is. */
  readForeign(uri: string): ReturnType<ConnectionCodec['read']> | null;
  /** What is shown of the documents beside such a connection, and what is sealed. */
  sealForeign(
    connection: ReturnType<ConnectionCodec['read']>,
    documents: Pick<DatabaseFile, 'ssh_tunnel' | 'encrypted_extra' | 'masked_encrypted_extra'>,
    known: Row<'databases'> | undefined,
  ): { readonly shown: Document; readonly secret: string | null };
  checkExtra(text: string): void;
}

export type ImportServices = Pick<Services, 'store' | 'engines' | 'config' | 'now' | 'textWork' | 'accounts'>;

export interface ImportRequest {
  readonly user: User;
  readonly kind: BundleKind;
  readonly mayOverwrite: boolean;
  /** Passwords of databases by file. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly tunnelSecrets: TunnelSecrets;
  readonly optionSecrets: OptionSecrets;
}

/** What the planning of every kind of document needs. */
export interface Planning {
  readonly services: ImportServices;
  readonly request: ImportRequest;
  readonly bundle: Bundle;
  readonly problems: Problems;
  readonly connections: ConnectionCodec;
}

/** One object to be written: a new one when `id` is undefined. */
export interface PlannedWrite<Value> {
  readonly uuid: string;
  readonly id: number | undefined;
  readonly value: Value;
}

/** Numbers of objects that are here, by the uuid that the bundle calls them. */
export type KnownIds = ReadonlyMap<string, number>;

export interface PlannedKind<Value> {
  readonly known: KnownIds;
  readonly writes: readonly PlannedWrite<Value>[];
}

/** Only objects of the bundle's own kind are overwritten; what they stand on is used as it is when it is here. */
export function isOwnKind({ kind }: ImportRequest, own: BundleKind): boolean {
  return kind === 'assets' || kind === own;
}

export function existsText(what: string): string {
  return `${what} already exists and \`overwrite=true\` was not passed`;
}

export function orNone<T>(values: readonly T[], none: T): T[] {
  return values.length > 0 ? [...new Set(values)] : [none];
}
