import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readTlsSettings } from './tls-settings.ts';

const here = fileURLToPath(import.meta.url);
const none = {
  ...{ tlsCertFile: null, tlsKeyFile: null, tlsCaFile: null, asksTlsClients: false },
  ...{ redisCaFile: null, redisCertFile: null, redisKeyFile: null },
};

it('takes files of certificates that are there and go together', () => {
  const given = { ...none, tlsCertFile: here, tlsKeyFile: here, tlsCaFile: here, asksTlsClients: true };
  expect(readTlsSettings(given)).toEqual(given);
  expect(readTlsSettings({ ...none, tlsCertFile: '' })).toEqual(none);
});

it('says which setting is wrong', () => {
  const wrong = (change: Partial<typeof none> | object) => readTlsSettings({ ...none, ...change });
  const names = (text: string) => ({ wrong: expect.stringContaining(text) });
  expect(wrong({ tlsCaFile: '/nowhere.pem' })).toEqual(names('POWERSET_TLS_CA_FILE (--tls-ca-file) names no file'));
  expect(wrong({ tlsCertFile: here })).toEqual(names('go together; one of them is missing'));
  expect(wrong({ redisKeyFile: here })).toEqual(names('POWERSET_REDIS_CERT_FILE'));
  expect(wrong({ tlsCertFile: here, tlsKeyFile: here, asksTlsClients: true })).toEqual(names('POWERSET_TLS_CLIENTS'));
  expect(wrong({ tlsCaFile: here, asksTlsClients: true })).toEqual(names('POWERSET_TLS_CLIENTS'));
});
