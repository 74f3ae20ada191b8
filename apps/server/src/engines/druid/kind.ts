import type { ConnectionParameters, DatabaseKind } from '../database-kind.ts';
import { optionOf, serverFields } from '../server-form.ts';
import { mainSchema } from './grammar.ts';
import { findUriProblem, fromUri, usualPath, usualPort } from './uri.ts';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

export const druidKind: DatabaseKind = {
  name: 'Apache Druid',
  backend: 'druid',
  aliases: [],
  driver: 'http',
  uriPlaceholder: 'druid+https://user:password@host:port/druid/v2/sql/',
  defaultSchemaOf: () => mainSchema,
  tellsCaseApart: true,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  takesClientCertificates: true,
  fields: {
    ...fieldsOf(serverFields(usualPort)),
    query: { type: 'object', description: 'Additional parameters: verify may be false, for a certificate of its own' },
  },
  requiredFields: ['host'],
  findUriProblem,
  tlsModeOf: (uri) => fromUri(uri).tlsMode,
  toUri,
  toParameters: (uri) => {
    const { user, tlsMode, path, ...parts } = fromUri(uri);
    return {
      ...parts,
      // A form has no field for it, and keeps it.
      ...(path === usualPath ? {} : { database: path.slice(1, -1) }),
      username: user,
      encryption: tlsMode !== 'disable',
      query: tlsMode === 'trust' ? { verify: 'false' } : {},
    };
  },
  functionNamesSql: null,
};

/** Its servers have no databases. */
function fieldsOf({ database: _none, ...fields }: DatabaseKind['fields']): DatabaseKind['fields'] {
  return fields;
}

function toUri(parameters: ConnectionParameters): string {
  const secret = textOf(parameters.password) === '' ? '' : `:${encodeURIComponent(String(parameters.password))}`;
  const user = textOf(parameters.username) === '' ? '' : `${encodeURIComponent(textOf(parameters.username))}${secret}@`;
  const name = textOf(parameters.host);
  const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const scheme = parameters.encryption === true ? 'druid+https' : 'druid';
  const path = textOf(parameters.database) === '' ? usualPath : `/${textOf(parameters.database)}/`;
  const verify = optionOf(parameters, 'verify');
  const options = verify === undefined ? '' : `?verify=${encodeURIComponent(verify)}`;
  return `${scheme}://${user}${address}:${textOf(parameters.port) || usualPort}${path}${options}`;
}
