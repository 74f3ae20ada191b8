import { existsSync } from 'node:fs';

/** As they are given. */
export interface GivenTls {
  readonly tlsCertFile: string | null;
  readonly tlsKeyFile: string | null;
  readonly tlsCaFile: string | null;
  readonly asksTlsClients: boolean;
  readonly redisCaFile: string | null;
  readonly redisCertFile: string | null;
  readonly redisKeyFile: string | null;
}

const names = {
  tlsCertFile: 'POWERSET_TLS_CERT_FILE (--tls-cert-file)',
  tlsKeyFile: 'POWERSET_TLS_KEY_FILE (--tls-key-file)',
  tlsCaFile: 'POWERSET_TLS_CA_FILE (--tls-ca-file)',
  redisCaFile: 'POWERSET_REDIS_CA_FILE (--redis-ca-file)',
  redisCertFile: 'POWERSET_REDIS_CERT_FILE (--redis-cert-file)',
  redisKeyFile: 'POWERSET_REDIS_KEY_FILE (--redis-key-file)',
} as const;
type FileSetting = keyof typeof names;

/** The files of certificates, or what is wrong with them. */
export function readTlsSettings(given: GivenTls): GivenTls | { readonly wrong: string } {
  const files = {
    tlsCertFile: given.tlsCertFile || null,
    tlsKeyFile: given.tlsKeyFile || null,
    tlsCaFile: given.tlsCaFile || null,
    redisCaFile: given.redisCaFile || null,
    redisCertFile: given.redisCertFile || null,
    redisKeyFile: given.redisKeyFile || null,
  };
  for (const name of Object.keys(names) as FileSetting[]) {
    const file = files[name];
    if (file !== null && !existsSync(file)) return { wrong: `${names[name]} names no file: "${file}".` };
  }
  for (const [cert, key] of [
    ['tlsCertFile', 'tlsKeyFile'],
    ['redisCertFile', 'redisKeyFile'],
  ] as const)
    if ((files[cert] === null) !== (files[key] === null))
      return { wrong: `${names[cert]} and ${names[key]} go together; one of them is missing.` };
  if (given.asksTlsClients && (files.tlsCertFile === null || files.tlsCaFile === null))
    return {
      wrong: `POWERSET_TLS_CLIENTS (--tls-clients) needs ${names.tlsCertFile} and ${names.tlsCaFile}: who connects is known by a certificate of that file.`,
    };
  return { ...files, asksTlsClients: given.asksTlsClients };
}
