import type { Engine, EngineCapabilities } from '../engine.ts';
import { openWarehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { type OpenLine, OracleConnection } from './client.ts';
import { type ConnectionSettings, openLine } from './driver.ts';
import { toEngineError } from './errors.ts';
import { readStatements, withSchemas } from './grammar.ts';
import { toShown } from './names.ts';
import { toPlan } from './plan.ts';
import { schemaOf, type UriParts } from './uri.ts';
import { familyOf, nativeTypeOf } from './values.ts';
import { readWallet, type Wallet, wrongWay } from './wallet.ts';

export interface OracleOptions extends ConnectionSettings, UriParts, WarehouseOptions {
  /** How a connection is made; by the driver unless told otherwise. */
  readonly openLine?: OpenLine;
  /** Its certificates stand beside those that are given one by one. */
  readonly wallet?: Wallet | null;
}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; two more connections are left for questions about tables. */
const slots = 6;

export function openOracle(options: OracleOptions): Engine {
  const connection = new OracleConnection(withWallet(options), options.openLine ?? openLine);
  return openWarehouse(
    {
      ...{ dialect: 'oracle', capabilities, slots, readStatements, familyOf, createCatalog, connection },
      toSent: withSchemas,
      foldName: toShown,
      // No name of a table has a third part.
      catalog: '',
      defaultSchema: schemaOf(options),
      toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
      // It tells plans by a table of the session's own.
      explainHead: null,
      planHead: () => null,
      readPlan: async (statement, asked) =>
        toPlan(await connection.plan(withSchemas(statement, asked.schema), { ...asked, statement })),
      describeQuery: async (statement, asked) => {
        const facts = await connection.describe(withSchemas(statement, asked.schema), { ...asked, statement });
        return facts.map((one) => ({
          ...{ name: one.name, nativeType: nativeTypeOf(one), type: familyOf(nativeTypeOf(one)).type },
          ...{ isNullable: one.nullable !== false, comment: null },
        }));
      },
      ping: (ask) => ask('SELECT 1 FROM SYS.DUAL'),
    },
    options,
  );
}

/** What is given one by one goes before what the wallet has of it. */
function withWallet(options: OracleOptions): OracleOptions {
  const { wallet = null, serverCertificate, clientCertificate, tlsMode } = options;
  if (wallet === null) return options;
  if (tlsMode === 'disable') throw wrongWay();
  const read = readWallet(wallet);
  return {
    ...options,
    serverCertificate: serverCertificate ?? read.serverCertificate,
    clientCertificate: clientCertificate ?? read.clientCertificate,
  };
}
