import type { ConnectionParameters, DatabaseKind } from '../database-kind.ts';
import { optionOf, serverFields } from '../server-form.ts';
import { findUriProblem, fromUri, schemaOf } from './uri.ts';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

export const oracleKind: DatabaseKind = {
  name: 'Oracle',
  backend: 'oracle',
  aliases: [],
  driver: 'oracledb',
  uriPlaceholder: 'oracle+oracledb://user:password@host:port/?service_name=name[&protocol=tcps]',
  defaultSchemaOf: (uri) => schemaOf(fromUri(uri)),
  tellsCaseApart: true,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  takesClientCertificates: true,
  fields: {
    ...serverFields(1521),
    database: {
      type: 'string',
      title: 'Service name',
      description: 'Service name, or sid: and a SID, or tns: and a name of tnsnames.ora',
    },
    wallet: {
      ...{ type: 'string', title: 'Wallet', format: 'secret-text' },
      description: 'The text of ewallet.pem, for an encrypted connection',
    },
    wallet_password: {
      ...{ type: 'string', title: 'Password of the wallet', format: 'password' },
      description: 'The password of the wallet, where it has one',
    },
    query: {
      type: 'object',
      description:
        'Additional parameters: ssl_server_dn_match may be false, for a certificate of its own; wallet_location and config_dir name folders of POWERSET_WALLET_FOLDERS',
    },
  },
  requiredFields: ['host', 'port', 'database', 'username'],
  findUriProblem,
  tlsModeOf: (uri) => fromUri(uri).tlsMode,
  toUri,
  toParameters: (uri) => {
    const { host, port, target, user, password, tlsMode, certificateName, ...more } = fromUri(uri);
    const query = {
      ...(tlsMode === 'trust' ? { ssl_server_dn_match: 'false' } : {}),
      ...(certificateName === null ? {} : { certificate_name: certificateName }),
      ...(more.walletFolder === null ? {} : { wallet_location: more.walletFolder }),
      ...(more.configFolder === null ? {} : { config_dir: more.configFolder }),
    };
    const sid = target.kind === 'sid' ? `sid:${target.name}` : target.name;
    const database = more.alias === null ? sid : `tns:${more.alias}`;
    return { host, port, database, username: user, password, encryption: tlsMode !== 'disable', query };
  },
  secretOptions: ['wallet.pem', 'wallet.password'],
  authorityOption: 'wallet.pem',
  toSecretOptions: ({ wallet: pem, wallet_password: password }) =>
    textOf(pem) === '' && !password
      ? null
      : { wallet: { pem: textOf(pem), ...(password ? { password: String(password) } : {}) } },
  functionNamesSql: null,
};

/** In the words of the reference's driver, so that the address means the same to it. */
function toUri(parameters: ConnectionParameters): string {
  const { host, port, database, username, password, encryption, query } = parameters;
  const secret = textOf(password) === '' ? '' : `:${encodeURIComponent(String(password))}`;
  const name = textOf(host);
  const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const sid = /^sid:(.*)$/i.exec(textOf(database))?.[1];
  const asked = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const alias = /^tns:(.*)$/i.exec(textOf(database))?.[1]?.trim();
  const isService = sid === undefined && alias === undefined;
  const options = new URLSearchParams(isService ? { service_name: textOf(database) } : {});
  if (alias === undefined && encryption === true && optionOf(parameters, 'protocol') === undefined)
    options.set('protocol', 'tcps');
  for (const [key, value] of asked) options.set(key, String(value));
  const user = encodeURIComponent(textOf(username));
  const path = sid === undefined ? '' : encodeURIComponent(sid.trim());
  const tail = options.size > 0 ? `?${options}` : '';
  // What a name of tnsnames.ora stands for says the port, too.
  const place = alias === undefined ? `${address}:${textOf(port) || '1521'}` : alias;
  return `oracle+oracledb://${user}${secret}@${place}/${path}${tail}`;
}
