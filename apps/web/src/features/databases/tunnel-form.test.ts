import { describe, expect, it } from 'vitest';
import { emptyTunnel, missingOfTunnel, savedTunnel, toTunnelBody } from './tunnel-form.ts';

const saved = {
  ...{ id: 3, server_address: 'jump.example', server_port: 2222, username: 'ada', password: 'XXXXXXXXXX' },
  host_key: 'SHA256:abc',
};

describe('the tunnel of a connection', () => {
  it('is sent as nothing while it is off, so that one that was there goes', () => {
    expect(toTunnelBody({ ...savedTunnel(saved), isOn: false })).toBeNull();
    expect(toTunnelBody(savedTunnel(null))).toBeNull();
    expect(missingOfTunnel(emptyTunnel)).toEqual([]);
  });

  it('is sent back as it came, its secrets as masks', () => {
    const { id: _id, ...rest } = saved;
    expect(toTunnelBody(savedTunnel(saved))).toEqual(rest);
    const { password: _password, ...place } = rest;
    const byKey = { ...place, private_key: 'XXXXXXXXXX', private_key_password: 'XXXXXXXXXX' };
    expect(toTunnelBody(savedTunnel({ id: 3, ...byKey }))).toEqual(byKey);
  });

  it('is sent with what its user signs in with, and nothing of the other way', () => {
    const both = { ...savedTunnel(saved), privateKey: 'a key' };
    expect(toTunnelBody(both)).not.toHaveProperty('private_key');
    expect(toTunnelBody({ ...both, signIn: 'key' })).toMatchObject({
      private_key: 'a key',
      private_key_password: null,
    });
    expect(toTunnelBody({ ...both, signIn: 'key' })).not.toHaveProperty('password');
    expect(toTunnelBody({ ...both, hostKey: ' ' })).toMatchObject({ host_key: null });
  });

  it('names what is missing as the server does', () => {
    const empty = { ...emptyTunnel, isOn: true, port: '' };
    const names = ['server_address', 'server_port', 'username', 'password'].map((name) => `ssh_tunnel.${name}`);
    expect(missingOfTunnel(empty)).toEqual(names);
    expect(missingOfTunnel({ ...empty, signIn: 'key' }).at(-1)).toBe('ssh_tunnel.private_key');
  });
});
