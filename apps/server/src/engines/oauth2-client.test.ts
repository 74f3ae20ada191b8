import { describe, expect, it } from 'vitest';
import type { ConnectionSecret } from './connection-secret.ts';
import { findReadableWay, toPersonalDatabase } from './oauth2-client.ts';

const client = {
  ...{ id: 'powerset', secret: 's', scope: 'openid' },
  authorization_request_uri: 'https://p.example/auth',
  token_request_uri: 'https://p.example/token',
};
const tunnel = { server_address: 'ssh.example', server_port: 22, username: 'bi', password: 'p' };
const whole = { encrypted_extra: JSON.stringify({ oauth2_client_info: client }), ssh_tunnel: tunnel, server_cert: 'A' };
const uri = 'trino://a@h.example/c?http_scheme=https';
const fingerprintOf = (secret: ConnectionSecret, sqlalchemy_uri = uri) =>
  toPersonalDatabase({ backend: 'trino', sqlalchemy_uri, database_name: 'Lake' }, secret)?.fingerprint;

describe('what tokens were given for', () => {
  it.each([
    ['no tunnel', { ssh_tunnel: undefined }],
    ['the tunnel of another server', { ssh_tunnel: { ...tunnel, server_address: 'evil.example' } }],
    ['a tunnel of another port', { ssh_tunnel: { ...tunnel, server_port: 2222 } }],
    ['a tunnel of another account', { ssh_tunnel: { ...tunnel, username: 'other' } }],
    ['another certificate', { server_cert: 'B' }],
    ['another client', { encrypted_extra: JSON.stringify({ oauth2_client_info: { ...client, id: 'other' } }) }],
  ])('is something else with %s', (_what, change) => {
    // Undefined is left out, as where it is kept.
    const changed: ConnectionSecret = JSON.parse(JSON.stringify({ ...whole, ...change }));
    expect(fingerprintOf(changed)).not.toBe(fingerprintOf(whole));
  });

  it('is something else at another address, and the same with another password or secret', () => {
    expect(fingerprintOf(whole, uri.replace('h.example', 'i.example'))).not.toBe(fingerprintOf(whole));
    const renewed = JSON.stringify({ oauth2_client_info: { ...client, secret: 'new' } });
    const tunnelled = { ...tunnel, password: 'new' };
    expect(fingerprintOf({ ...whole, encrypted_extra: renewed, ssh_tunnel: tunnelled })).toBe(fingerprintOf(whole));
  });
});

describe('a connection in which people ask as themselves', () => {
  const own = { encrypted_extra: whole.encrypted_extra };
  const refuses = (sqlalchemy_uri: string, secret: ConnectionSecret = own, allowsPrivateHosts = false) =>
    findReadableWay({ backend: sqlalchemy_uri.split(':')[0] ?? '', sqlalchemy_uri }, secret, { allowsPrivateHosts }) !==
    null;

  it.each([
    'trino://a@h.example/c',
    'presto://a@h.example:8080/c',
    'databricks://token@h.example:80/default?http_path=/sql/1.0/warehouses/abc&catalog=c&protocol=http',
    'snowflake://a@acc/db?warehouse=w&host=h.example&protocol=http',
    'bigquery://project?api_endpoint=http://h.example',
  ])('is refused where %s could be read on the way', (readable) => {
    expect(refuses(readable)).toBe(true);
    // Nobody's tokens are sent, or nobody is between.
    expect([refuses(readable, {}), refuses(readable, own, true), refuses(readable, whole)]).toEqual(
      Array(3).fill(false),
    );
  });

  it.each([
    'trino://a@h.example/c?http_scheme=https',
    'databricks://token@h.example/default?http_path=/sql/1.0/warehouses/abc&catalog=c',
    'snowflake://a@acc/db?warehouse=w',
    'bigquery://project',
  ])('is opened at %s', (encrypted) => {
    expect(refuses(encrypted)).toBe(false);
  });
});
