/** What is used here of a driver that brings no types; its version is fixed. */
declare module 'oracledb' {
  export interface DbType {
    readonly name: string;
  }

  export interface ColumnMetadata {
    readonly name: string;
    readonly dbType: DbType;
    readonly dbTypeName: string;
    readonly precision?: number;
    readonly scale?: number;
    readonly byteSize?: number;
    readonly nullable?: boolean;
  }

  export interface ResultSet {
    readonly metaData: readonly ColumnMetadata[];
    getRows(count: number): Promise<unknown[][]>;
    close(): Promise<void>;
  }

  export interface ExecuteOptions {
    readonly resultSet: true;
    readonly outFormat: number;
    readonly prefetchRows: number;
    readonly fetchArraySize: number;
    readonly dbObjectAsPojo: boolean;
    readonly fetchTypeHandler: (column: ColumnMetadata) => { readonly type: DbType } | undefined;
  }

  export interface Connection {
    callTimeout: number;
    execute(sql: string): Promise<unknown>;
    execute(sql: string, binds: readonly never[], options: ExecuteOptions): Promise<{ readonly resultSet: ResultSet }>;
    getStatementInfo(sql: string): Promise<{ readonly metaData?: readonly ColumnMetadata[] }>;
    breakExecution(): Promise<void>;
    rollback(): Promise<void>;
    isHealthy(): boolean;
  }

  export interface ConnectionAttributes {
    readonly user: string;
    readonly password: string;
    readonly connectString: string;
    readonly stmtCacheSize: number;
    readonly program: string;
    readonly machine: string;
    readonly osUser: string;
    readonly terminal: string;
  }

  interface Driver {
    readonly OUT_FORMAT_ARRAY: number;
    readonly DB_TYPE_VARCHAR: DbType;
    readonly DB_TYPE_RAW: DbType;
    getConnection(attributes: ConnectionAttributes): Promise<Connection>;
  }

  const driver: Driver;
  export default driver;
}

declare module 'oracledb/lib/impl/datahandlers/buffer.js' {
  interface Reading {
    readonly caps?: { readonly dbTzRegion?: string; readonly dbTzOffset?: number };
  }

  const buffers: {
    readonly BaseBuffer: {
      readonly prototype: {
        parseOracleDate(this: Reading, bytes: Buffer, isLocal?: boolean, usesZone?: boolean): unknown;
      };
    };
  };
  export default buffers;
}

declare module 'oracledb/lib/thin/sqlnet/networkSession.js' {
  const sessions: {
    readonly NetworkSession: {
      readonly prototype: {
        connected: boolean;
        connect(config: object): Promise<void>;
        disconnect(type?: number): void;
      };
    };
  };
  export default sessions;
}

declare module 'oracledb/lib/thin/sqlnet/ntTcp.js' {
  const Transport: {
    readonly prototype: {
      connect(this: never, address: never): Promise<void>;
      tlsConnect(this: never, context: unknown, stream: never): Promise<void>;
    };
  };
  export default Transport;
}

declare module 'oracledb/lib/thin/statement.js' {
  class Statement {
    sql: string;
    sqlBytes: Buffer;
    sqlLength: number;
    readonly isQuery: boolean;
    readonly isPlSql: boolean;
    readonly isDml: boolean;
    readonly isDdl: boolean;
    readonly bindInfoList: readonly unknown[];
    _prepare(sql: string): void;
    _determineStatementType(word: string): void;
  }

  const statements: { readonly Statement: typeof Statement };
  export default statements;
}
