import Type, { type Static } from 'typebox';
import { anyObject } from './any-object.ts';
import { optional, optionalFlag, optionalInteger, optionalText } from './fields.ts';
import { givenName, givenUuid } from './names.ts';
import { longestKey, SshTunnel } from './ssh-tunnels.ts';

const longText = 1_000_000;

const databaseFields = {
  sqlalchemy_uri: optionalText(1024),
  engine: optionalText(250),
  driver: optionalText(250),
  parameters: optional(anyObject),
  configuration_method: Type.Optional(Type.Union([Type.Literal('sqlalchemy_form'), Type.Literal('dynamic_form')])),
  cache_timeout: optionalInteger,
  expose_in_sqllab: optionalFlag,
  allow_run_async: optionalFlag,
  allow_file_upload: optionalFlag,
  allow_ctas: optionalFlag,
  allow_cvas: optionalFlag,
  allow_dml: optionalFlag,
  force_ctas_schema: optionalText(250),
  impersonate_user: optionalFlag,
  masked_encrypted_extra: optionalText(longText),
  extra: optionalText(longText),
  server_cert: optionalText(longText),
  /** Powerset's own: by which the server knows who connects, both in PEM. */
  client_cert: optionalText(longText),
  client_key: optionalText(longestKey),
  ssh_tunnel: optional(SshTunnel),
  is_managed_externally: optionalFlag,
  external_url: optionalText(2000),
  uuid: givenUuid,
};

/** What is sent to connect a database. */
export const NewDatabase = Type.Object(
  { database_name: givenName(250), ...databaseFields },
  { additionalProperties: true },
);
export type NewDatabase = Static<typeof NewDatabase>;

export const DatabaseChange = Type.Object(
  { database_name: Type.Optional(givenName(250)), ...databaseFields },
  { additionalProperties: true },
);
export type DatabaseChange = Static<typeof DatabaseChange>;

/** What a connection is tried with. */
export const TestConnectionBody = Type.Object(
  {
    /** The saved one that this is a change of. */
    id: optionalInteger,
    database_name: optionalText(250),
    sqlalchemy_uri: databaseFields.sqlalchemy_uri,
    engine: databaseFields.engine,
    driver: databaseFields.driver,
    parameters: databaseFields.parameters,
    configuration_method: databaseFields.configuration_method,
    impersonate_user: databaseFields.impersonate_user,
    extra: databaseFields.extra,
    masked_encrypted_extra: databaseFields.masked_encrypted_extra,
    server_cert: databaseFields.server_cert,
    client_cert: databaseFields.client_cert,
    client_key: databaseFields.client_key,
    ssh_tunnel: databaseFields.ssh_tunnel,
  },
  { additionalProperties: false },
);
export type TestConnectionBody = Static<typeof TestConnectionBody>;

export const ValidateParametersBody = Type.Object(
  {
    ...databaseFields,
    id: optionalInteger,
    database_name: optionalText(250),
    engine: Type.String({ minLength: 1, maxLength: 250 }),
    configuration_method: Type.Union([Type.Literal('sqlalchemy_form'), Type.Literal('dynamic_form')]),
    /** Nothing is checked: the fields are answered as a URI, or the URI as the fields. */
    converts: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
);
export type ValidateParametersBody = Static<typeof ValidateParametersBody>;

/** The other way to connect; passwords are those that were sent. */
export const ConvertedConnection = Type.Object({
  sqlalchemy_uri: Type.Optional(Type.String()),
  parameters: Type.Optional(anyObject),
  extra: Type.Optional(Type.String()),
});
export type ConvertedConnection = Static<typeof ConvertedConnection>;
