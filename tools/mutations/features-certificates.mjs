/** Of TLS: whose certificates are taken, and what is said of those that are not. */
const watch = { test: 'apps/server/src/tls/tls-watch.test.ts', file: 'apps/server/src/tls/tls-watch.ts' };
const settings = { test: 'apps/server/src/tls-settings.test.ts', file: 'apps/server/src/tls-settings.ts' };
const words = {
  test: 'apps/server/src/outgoing/hosts.test.ts',
  file: 'apps/server/src/engines/remote/encryption-errors.ts',
};
const peers = {
  test: 'apps/server/src/processes/peer-fetch.test.ts',
  file: 'apps/server/src/processes/peer-fetch.ts',
};

export const certificateFeatures = [
  {
    ...watch,
    title: 'are taken anew when they fit together',
    what: 'certificates of the start hold for ever',
    find: '    held = next;\n',
    put: '',
  },
  {
    ...watch,
    title: 'are taken anew when they fit together',
    what: 'a certificate is taken before its key is there',
    find: '    createSecureContext(material);\n',
    put: '',
  },
  {
    ...watch,
    title: 'are taken anew when they fit together',
    what: 'the same mistake is told once for ever',
    find: "    lastProblem = '';\n    if",
    put: '    if',
  },
  {
    ...watch,
    title: 'are taken anew when they fit together',
    what: 'nobody but the system’s authorities is trusted',
    find: ', ...(ca ? { ca } : {})',
    put: '',
  },
  {
    ...watch,
    title: 'that are none are refused',
    what: 'a file without a certificate is taken',
    find: "if (!text.includes('-----BEGIN ')) throw",
    put: "if (text === '') throw",
  },
  {
    ...settings,
    title: 'says which setting is wrong',
    what: 'a certificate without its key is taken',
    find: 'if ((files[cert] === null) !== (files[key] === null))',
    put: "if (files[key] === '')",
  },
  {
    ...settings,
    title: 'says which setting is wrong',
    what: 'whoever connects is asked for a certificate by a server that has none',
    find: 'files.tlsCertFile === null || files.tlsCaFile === null',
    put: 'files.tlsCaFile === null',
  },
  {
    ...words,
    title: 'says of a certificate what is wrong',
    what: 'a certificate that is not valid yet is one of nobody known',
    find: " || code === 'CERT_NOT_YET_VALID'",
    put: '',
  },
  {
    ...words,
    title: 'says of a certificate what is wrong',
    what: 'another name than the one that was looked for is told',
    find: 'checkedName(error) ?? host',
    put: 'host',
  },
  {
    ...words,
    title: 'without the places in the source of OpenSSL',
    what: 'a certificate that was revoked is told as a connection that failed',
    find: 'certificate revoked|',
    put: '',
  },
  {
    ...words,
    title: 'without the places in the source of OpenSSL',
    what: 'a certificate that is refused is no refusal',
    find: "refused ? 'CONNECTION_ACCESS_DENIED_ERROR' : 'GENERIC_DB_ENGINE_ERROR'",
    put: "'GENERIC_DB_ENGINE_ERROR'",
  },
  {
    ...peers,
    title: 'is asked over connections that are kept',
    what: 'each question makes a connection',
    find: '  if (known) return known;\n',
    put: '',
  },
  {
    ...peers,
    title: 'lets nobody in without a certificate',
    what: 'a process is asked as the system trusts',
    find: "url.protocol !== 'https:' || !tls",
    put: "url.protocol === 'https:' || !tls",
  },
  {
    ...peers,
    title: 'is asked as somebody asks',
    what: 'cookies become one',
    find: 'for (const value of values) headers.append(name, value);',
    put: "headers.set(name, values.join(', '));",
  },
  {
    ...peers,
    title: 'is followed nowhere',
    what: 'an answer that has no body is not taken',
    find: 'bodiless.has(status)',
    put: 'status === 1',
  },
  {
    ...peers,
    title: 'is left with whoever asked',
    what: 'a process is waited for when nobody waits any more',
    find: 'headers, signal, agent',
    put: 'headers, agent',
  },
];
