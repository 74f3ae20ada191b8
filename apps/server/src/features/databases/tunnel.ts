import { passwordMask, type SshTunnel, type WireSshTunnel } from '@powerset/contract';
import { type ConnectionSecret, isFingerprint, keptFingerprint, type TunnelSecret } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Document, Row } from '../../metadata/index.ts';

const credentials = ['password', 'private_key', 'private_key_password'] as const;

type Given = Pick<SshTunnel, keyof TunnelSecret>;

/** What is sealed of a tunnel: masks, and what is left out, are what is known of the same server and user. */
export function toTunnel(given: Given, known: TunnelSecret | undefined): TunnelSecret {
  const place = {
    server_address: readAddress(given.server_address ?? known?.server_address),
    server_port: readPort(given.server_port ?? known?.server_port),
    username: readText('username', given.username ?? known?.username),
  };
  const own = known && isSameServer(place, known) ? known : undefined;
  const isSilent = !given.password && !given.private_key && !given.private_key_password;
  const secrets = isSilent && own ? pickCredentials(own) : readCredentials(given, { known, own });
  if (!secrets.password && !secrets.private_key)
    throw tunnelError('password', 'Must provide credentials for the SSH Tunnel');
  if (secrets.password && secrets.private_key)
    throw tunnelError('private_key', 'Cannot have multiple credentials for the SSH Tunnel');
  return { ...place, ...secrets };
}

type Credentials = Pick<TunnelSecret, (typeof credentials)[number]>;

function pickCredentials(tunnel: Credentials): Credentials {
  return Object.fromEntries(credentials.flatMap((name) => (tunnel[name] ? [[name, tunnel[name]] as const] : [])));
}

function readCredentials(
  given: Given,
  { known, own }: { readonly known: TunnelSecret | undefined; readonly own: TunnelSecret | undefined },
): Credentials {
  const values = credentials.map((name) => {
    if (given[name] !== passwordMask) return [name, given[name] || undefined] as const;
    if (known?.[name] !== undefined && !own)
      throw tunnelError(name, 'The SSH server or its user has changed. Enter the password or the key again.');
    if (own?.[name] === undefined) throw tunnelError(name, 'The password is masked. Enter it.');
    return [name, own[name]] as const;
  });
  return pickCredentials(Object.fromEntries(values));
}

function readText(field: string, value: string | null | undefined): string {
  const text = value?.trim() ?? '';
  if (text === '') throw tunnelError(field, 'Field is required');
  return text;
}

function readAddress(value: string | null | undefined): string {
  const host = readText('server_address', value).replace(/^\[|\]$/g, '');
  if (/[\s%\\/@]/.test(host)) throw tunnelError('server_address', 'The host must be a name or an address.');
  return host;
}

function readPort(port: number | null | undefined): number {
  if (port === null || port === undefined) throw tunnelError('server_port', 'Field is required');
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw tunnelError('server_port', 'The port must be between 1 and 65535.');
  return port;
}

function tunnelError(field: string, text: string) {
  return fieldError({ [`ssh_tunnel.${field}`]: [text] });
}

type Place = Pick<TunnelSecret, 'server_address' | 'server_port' | 'username'>;

/** Whether the same server is meant, and the same user there. */
export function isSameServer(one: Place, other: Place): boolean {
  return (
    one.server_address.toLowerCase() === other.server_address.toLowerCase() &&
    one.server_port === other.server_port &&
    one.username === other.username
  );
}

/** The fingerprint that somebody entered; undefined where nothing is said, null where the next one is to be taken. */
export function readFingerprint({ host_key: given }: Pick<SshTunnel, 'host_key'>): string | null | undefined {
  if (given === undefined) return undefined;
  const text = given?.trim().replace(/=+$/, '') ?? '';
  if (text === '') return null;
  if (isFingerprint(text)) return text;
  throw tunnelError('host_key', 'The fingerprint must look like SHA256:…, as ssh-keygen -l writes it.');
}

/** The tunnel that a document names, as a bundle or another metadata database has it. */
export function readTunnelDocument(document: Document): SshTunnel {
  const texts = ['server_address', 'username', ...credentials].map((name) => [name, textOf(document[name])] as const);
  return { ...Object.fromEntries(texts), server_port: numberOf(document.server_port) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : null;
}

/** Whether the document's server and user are those of the tunnel that is known. */
export function isOfSameServer({ server_address, server_port, username }: SshTunnel, known: TunnelSecret): boolean {
  const place = { server_address: server_address ?? '', server_port: server_port ?? 0, username: username ?? '' };
  return isSameServer(place, known);
}

/** Secrets that are masked and not known of the same server and user. */
export function lackingOf(tunnel: SshTunnel, known: TunnelSecret | undefined) {
  const own = known && isOfSameServer(tunnel, known) ? known : undefined;
  return credentials.filter((name) => tunnel[name] === passwordMask && own?.[name] === undefined);
}

/** A tunnel as it may be shown. */
export function showTunnel(
  row: Pick<Row<'databases'>, 'id' | 'ssh_host_key'>,
  { ssh_tunnel: tunnel }: ConnectionSecret,
): WireSshTunnel | null {
  if (!tunnel) return null;
  const { server_address, server_port, username } = tunnel;
  return {
    ...{ id: row.id, server_address, server_port, username },
    ...maskCredentials(tunnel),
    host_key: keptFingerprint(row.ssh_host_key, tunnel),
  };
}

/** The same tunnel without what must not be told. */
export function maskCredentials(tunnel: Partial<Record<(typeof credentials)[number], string | null | undefined>>) {
  return Object.fromEntries(credentials.flatMap((name) => (tunnel[name] ? [[name, passwordMask] as const] : [])));
}
