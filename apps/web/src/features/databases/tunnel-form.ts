import type { NewDatabase, WireConnectedDatabase } from '@powerset/contract';

/** The part of a connection's form about the SSH server through which the database is reached. */
export interface TunnelForm {
  readonly isOn: boolean;
  readonly address: string;
  readonly port: string;
  readonly username: string;
  readonly signIn: 'password' | 'key';
  readonly password: string;
  readonly privateKey: string;
  readonly keyPassword: string;
  readonly hostKey: string;
}

export const emptyTunnel: TunnelForm = {
  ...{ isOn: false, address: '', port: '22', username: '', signIn: 'password' },
  ...{ password: '', privateKey: '', keyPassword: '', hostKey: '' },
};

/** The fields, as the server names them in what it says of them. */
export const tunnelFields = {
  address: 'ssh_tunnel.server_address',
  port: 'ssh_tunnel.server_port',
  username: 'ssh_tunnel.username',
  password: 'ssh_tunnel.password',
  privateKey: 'ssh_tunnel.private_key',
  keyPassword: 'ssh_tunnel.private_key_password',
  hostKey: 'ssh_tunnel.host_key',
} as const;

/** A saved tunnel, its secrets as masks. */
export function savedTunnel(saved: WireConnectedDatabase['ssh_tunnel']): TunnelForm {
  if (!saved) return emptyTunnel;
  const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));
  return {
    isOn: true,
    address: textOf(saved.server_address),
    port: textOf(saved.server_port),
    username: textOf(saved.username),
    signIn: saved.private_key ? 'key' : 'password',
    password: textOf(saved.password),
    privateKey: textOf(saved.private_key),
    keyPassword: textOf(saved.private_key_password),
    hostKey: textOf(saved.host_key),
  };
}

/** The fields that must be filled and are not. */
export function missingOfTunnel(tunnel: TunnelForm): readonly string[] {
  if (!tunnel.isOn) return [];
  const needed = ['address', 'port', 'username', tunnel.signIn === 'key' ? 'privateKey' : 'password'] as const;
  return needed.filter((name) => tunnel[name].trim() === '').map((name) => tunnelFields[name]);
}

/** What is sent; null takes the tunnel away. */
export function toTunnelBody(tunnel: TunnelForm): NewDatabase['ssh_tunnel'] {
  if (!tunnel.isOn) return null;
  const byKey = { private_key: tunnel.privateKey, private_key_password: tunnel.keyPassword || null };
  return {
    server_address: tunnel.address.trim(),
    server_port: /^\d+$/.test(tunnel.port.trim()) ? Number(tunnel.port) : null,
    username: tunnel.username.trim(),
    ...(tunnel.signIn === 'key' ? byKey : { password: tunnel.password }),
    host_key: tunnel.hostKey.trim() || null,
  };
}
