/**
 * TUNNEL. Ways to a database through an SSH server: one signed-in connection, on which a stream is opened for each
 * connection of a driver. No port is opened on this machine. In: an SSH server, who signs in, the key it must have.
 * Out: sockets that lead to what lies behind it.
 */
export { toKeyProblem } from './failures.ts';
export {
  type KeyReading,
  loadKeyReader,
  type PrivateKeyText,
  type ReadPrivateKey,
} from './private-key.ts';
export { type HostKeys, isFingerprint, type SshServer, Tunnel, type TunnelOptions } from './tunnel.ts';
