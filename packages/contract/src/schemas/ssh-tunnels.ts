import Type, { type Static } from 'typebox';
import type { Wire } from '../endpoints.ts';
import { nullable, optionalInteger, optionalText } from './fields.ts';

/** Letters of a private key, as text. */
export const longestKey = 20_000;

/** An SSH server through which a database is reached; secrets that are known come masked. */
export const SshTunnel = Type.Object(
  {
    id: optionalInteger,
    server_address: optionalText(255),
    server_port: optionalInteger,
    username: optionalText(255),
    password: optionalText(1000),
    private_key: optionalText(longestKey),
    private_key_password: optionalText(1000),
    /** Powerset's own: the fingerprint by which the server is known. Null takes the next one that is met. */
    host_key: optionalText(100),
  },
  { additionalProperties: true },
);
export type SshTunnel = Static<typeof SshTunnel>;

/** An SSH tunnel, its secrets masked. */
export const WireSshTunnel = Type.Object({
  id: Type.Integer(),
  server_address: Type.String(),
  server_port: Type.Integer(),
  username: Type.String(),
  password: Type.Optional(Type.String()),
  private_key: Type.Optional(Type.String()),
  private_key_password: Type.Optional(Type.String()),
  /** Powerset's own: the fingerprint by which the server is known; null before it was met. */
  host_key: nullable(Type.String()),
});
export type WireSshTunnel = Wire<typeof WireSshTunnel>;
