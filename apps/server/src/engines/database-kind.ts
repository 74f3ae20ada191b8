import type { EngineErrorDetails } from './engine.ts';

/** One field of a connection's form, as JSON schema. */
export interface ParameterField {
  readonly type: 'string' | 'integer' | 'boolean' | 'object';
  /** What this kind calls it, where that is not what others do. */
  readonly title?: string;
  readonly description: string;
  readonly nullable?: boolean;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What nobody should read over a shoulder, on one line or on several; or addresses by name. */
  readonly format?: 'password' | 'secret-text' | 'addresses';
}

/** What a form of a connection holds; `host`, `port`, `username`, `password`, `database`, `encryption`, `query`. */
export type ConnectionParameters = Readonly<Record<string, unknown>>;

/** What a provider of a kind is usually asked, where a connection's settings do not say it. */
export interface UsualSignIn {
  readonly authorizationUri?: string;
  readonly tokenUri?: string;
  readonly scope?: string;
  /** The client names itself in the header. */
  readonly isBasic?: boolean;
}

/** A kind of database that can be connected, as pickers and forms need it. */
export interface DatabaseKind {
  readonly name: string;
  /** The first part of its URIs. */
  readonly backend: string;
  /** Other first parts that mean the same, and are written as `backend`. */
  readonly aliases: readonly string[];
  /** Other first parts that mean the same, and stay as they were written. */
  readonly otherBackends?: readonly string[];
  readonly driver: string;
  readonly uriPlaceholder: string;
  /** Where tables lie that are named without a schema; the URI is one without problem. */
  readonly defaultSchemaOf: (uri: string) => string;
  /** The catalog that a URI without problem opens; absent where its tables are named by schema and table alone. */
  readonly defaultCatalogOf?: (uri: string) => string | null;
  /** Another name of the catalog that a connection opens, whatever its URI. */
  readonly ownCatalogAlias?: string;
  /** Its statements name tables by catalog, schema and table, so documents of its datasets say the catalog. */
  readonly namesCatalogs?: true;
  /** Its connections can read other catalogs than their own, where their settings say so. */
  readonly readsOtherCatalogs?: true;
  /** A catalog's name as its servers have it; absent where that follows from how they tell tables apart. */
  readonly foldCatalog?: (name: string) => string;
  /**
   * `Sales` and `sales` are two tables; a statement's unquoted names come folded as the engine folds them. Where it depends on
   * the server they are two for whoever wants to read one, and one for whatever forbids it.
   */
  readonly tellsCaseApart: boolean | 'depends';
  readonly canUploadFiles: boolean;
  /** A file that only one connection may have open. */
  readonly isExclusive: boolean;
  /** Runs beside the server: it reads stored results as tables, and first rows cost little. */
  readonly isEmbedded: boolean;
  /** Reached by one address and port, so that an SSH tunnel can lead there. */
  readonly canTunnel?: boolean;
  /** Its servers may ask who connects for a certificate. */
  readonly takesClientCertificates?: boolean;
  /** The fields of its form, and those that must be filled. */
  readonly fields: Readonly<Record<string, ParameterField>>;
  readonly requiredFields: readonly string[];
  /** Says what is wrong with a URI of this kind, or false. */
  readonly findUriProblem: (uri: string) => string | false;
  /** The URI that the fields of a form mean. The fields are filled and of their types. */
  readonly toUri: (parameters: ConnectionParameters) => string;
  /** The inverse, for a URI without problem. */
  readonly toParameters: (uri: string, extra?: Readonly<Record<string, unknown>>) => ConnectionParameters;
  /** What the fields of a form say in the database's `extra`; absent where they say nothing there. */
  readonly toExtra?: (
    parameters: ConnectionParameters,
    extra: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  /** Says what is wrong with an `extra` for this kind, or null; where it is there, the `extra` is a part of the connection. */
  readonly findExtraProblem?: (extra: unknown) => Pick<EngineErrorDetails, 'message' | 'entry'> | null;
  /**
   * Secret options beside the password (the reference's `encrypted_extra`): the paths, with points, of those that are shown to
   * nobody. Absent where nothing reads any.
   */
  readonly secretOptions?: readonly string[];
  /** The secret option that may hold the authorities by which its server is known, where no certificate is given for that. */
  readonly authorityOption?: string;
  /** The secret options that the fields of a form mean; null where they name none. */
  readonly toSecretOptions?: (parameters: ConnectionParameters) => Readonly<Record<string, unknown>> | null;
  /** Where people may sign in as themselves: what is usual there, as far as its URI tells. Absent where they cannot. */
  readonly personalSignIn?: (uri: string) => UsualSignIn;
  /** How what is sent there is encrypted, and what is asked of the server's certificate. Told by those whose URIs say it by options. */
  readonly tlsModeOf?: (
    uri: string,
  ) => 'disable' | 'trust' | 'require' | 'verify-ca' | 'verify' | 'verify-full' | 'strict';
  /** Whether what is sent there can be read on the way. Told of where people may sign in as themselves. */
  readonly isReadable?: (uri: string) => boolean;
  /** A query for the names of the functions it has, in one column; null where the engine answers this itself. */
  readonly functionNamesSql: string | null;
}
