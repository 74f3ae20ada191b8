import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const read = (env: Readonly<Record<string, string>>) => parseConfig({ argv: [], env, root: '/tmp' });

describe('friendlier words for errors', () => {
  it('are read from JSON, by type of error [ERR-002]', () => {
    expect(read({ POWERSET_ERROR_MESSAGES: '{"SYNTAX_ERROR":"Mind the commas."}' }).errorMessages).toEqual({
      SYNTAX_ERROR: 'Mind the commas.',
    });
    expect(read({}).errorMessages).toBeNull();
  });

  it.each(['not JSON', '["a"]', '{"SYNTAX_ERROR":1}', 'null'])('are refused as %s, naming the setting', (text) => {
    expect(() => read({ POWERSET_ERROR_MESSAGES: text })).toThrow(ConfigError);
    expect(() => read({ POWERSET_ERROR_MESSAGES: text })).toThrow('POWERSET_ERROR_MESSAGES');
  });
});

describe('the form of scheduled queries', () => {
  const form = { properties: { hour: { type: 'integer', title: 'Hour' } }, required: ['hour'] };

  it('is read from JSON as the reference nests it, and is none unless it is set [SQL-029]', () => {
    const text = JSON.stringify({ JSONSCHEMA: form });
    expect(read({ POWERSET_SCHEDULED_QUERIES: text }).scheduleForm).toEqual(form);
    expect(read({}).scheduleForm).toBeNull();
  });

  it.each([
    'not JSON',
    'null',
    JSON.stringify(form),
    JSON.stringify({ JSONSCHEMA: form, UISCHEMA: {} }),
    JSON.stringify({ JSONSCHEMA: { properties: { hour: { type: 'array' } } } }),
    JSON.stringify({ JSONSCHEMA: { ...form, required: ['minute'] } }),
  ])('is refused as %s, naming the setting', (text) => {
    expect(() => read({ POWERSET_SCHEDULED_QUERIES: text })).toThrow(ConfigError);
    expect(() => read({ POWERSET_SCHEDULED_QUERIES: text })).toThrow('POWERSET_SCHEDULED_QUERIES');
  });
});

describe('feature flags of the settings', () => {
  it('that gate nothing are refused, whether turned on or off, with the flags that there are [CST-002]', () => {
    const { featureFlags } = read({ POWERSET_FEATURES: 'DASHBOARD_RBAC,-KV_STORE' });
    expect([featureFlags.DASHBOARD_RBAC, featureFlags.KV_STORE]).toEqual([true, false]);
    expect([read({}).featureFlags.DASHBOARD_RBAC, read({}).featureFlags.KV_STORE]).toEqual([false, true]);
    for (const flag of ['DASHBORD_RBAC', '-CLIENT_CACHE', 'constructor', '--KV_STORE'])
      expect(() => read({ POWERSET_FEATURES: `DASHBOARD_RBAC,${flag}` })).toThrow(
        new RegExp(
          `^POWERSET_FEATURES \\(--features\\) must name known flags, not ${flag.replace('-', '')}\\. Known flags: .*DASHBOARD_RBAC`,
        ),
      );
  });
});

describe('the server by which processes share answers', () => {
  it('is none unless its address is set, and is refused without telling its password', () => {
    expect([read({}).redisUrl, read({}).redisCaFile]).toEqual([null, null]);
    for (const url of [
      'redis://10.0.0.7',
      'redis://:secret@cache.example.com:6380/2',
      'rediss://u:p@cache.example.com',
    ])
      expect(read({ POWERSET_REDIS_URL: url }).redisUrl).toBe(url);
    for (const wrong of ['http://:secret@cache.example.com', 'redis:', 'cache.example.com:6379'])
      expect(() => read({ POWERSET_REDIS_URL: wrong })).toThrow(
        /^POWERSET_REDIS_URL \(--redis-url\) must be (?!.*secret)/,
      );
    for (const name of ['CA', 'CERT', 'KEY'])
      expect(() => read({ [`POWERSET_REDIS_${name}_FILE`]: '/nowhere/x.pem' })).toThrow(`POWERSET_REDIS_${name}_FILE`);
    const file = fileURLToPath(import.meta.url);
    expect(() => read({ POWERSET_REDIS_CERT_FILE: file })).toThrow('go together');
    expect(read({ POWERSET_REDIS_CERT_FILE: file, POWERSET_REDIS_KEY_FILE: file }).redisKeyFile).toBe(file);
  });
});

describe('the transport of the ends of asynchronous queries', () => {
  it('takes the address of a WebSocket, and refuses what a page could not open', () => {
    const address = 'wss://bi.example.com/ws/async_event/';
    expect([read({}).asyncTransport, read({}).asyncSocketUrl]).toEqual(['polling', null]);
    const env = 'POWERSET_GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL';
    expect(read({ [env]: address }).asyncSocketUrl).toBe(address);
    for (const wrong of ['https://bi.example.com/', 'wss://a:b@bi.example.com/', 'wss://bi.example.com/?a=1', 'ws'])
      expect(() => read({ [env]: wrong }), wrong).toThrow(env);
    expect(() => read({ POWERSET_GLOBAL_ASYNC_QUERIES_TRANSPORT: 'sse' })).toThrow('polling, ws');
  });
});

describe('the address of map tiles', () => {
  const address = 'https://tiles.example.com/{z}/{x}/{y}.png?key=a';

  it('is none unless it is set, and then says where its parts go [CST-002]', () => {
    expect([read({}).mapTiles, read({ POWERSET_MAP_TILES: '' }).mapTiles]).toEqual([null, null]);
    expect(read({ POWERSET_MAP_TILES: address }).mapTiles).toBe(address);
  });

  it.each([
    'tiles',
    'https://tiles.example.com/',
    'https://tiles.example.com/{z}/{x}.png',
    'ftp://tiles.example.com/{z}/{x}/{y}.png',
    'https://{s}.example.com/{z}/{x}/{y}.png',
    'https://*.example.com/{z}/{x}/{y}.png',
    "https://a.example.com/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
    'https://ann:secret@tiles.example.com/{z}/{x}/{y}.png',
  ])('is refused as %s, naming the setting', (text) => {
    expect(() => read({ POWERSET_MAP_TILES: text })).toThrow(ConfigError);
    expect(() => read({ POWERSET_MAP_TILES: text })).toThrow('POWERSET_MAP_TILES');
  });
});

describe('the collector of traces', () => {
  it('is none unless it is set, and then an address for traces, with headers that are secret', () => {
    expect([read({}).otlpUrl, read({}).otlpHeaders, read({}).otlpTellsSql]).toEqual([null, {}, false]);
    const { otlpUrl, otlpHeaders } = read({
      POWERSET_OTLP_URL: 'http://127.0.0.1:4318',
      POWERSET_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-tenant=bi=1',
    });
    expect(otlpUrl).toBe('http://127.0.0.1:4318/v1/traces');
    expect(otlpHeaders).toEqual({ authorization: 'Bearer abc', 'x-tenant': 'bi=1' });
    expect(read({ POWERSET_OTLP_URL: 'https://c.example.com/in?a=1' }).otlpUrl).toBe('https://c.example.com/in?a=1');
  });

  it('is refused by name where it cannot be, in words that hold nothing of its headers', () => {
    for (const wrong of [
      'collector',
      'ftp://c.example.com',
      'http://ann:secret@c.example.com',
      'http://c.example.com/#a',
    ])
      expect(() => read({ POWERSET_OTLP_URL: wrong }), wrong).toThrow(/^POWERSET_OTLP_URL(?!.*secret)/);
    for (const wrong of ['secret', 'a=secret%0d%0ab', 'a=secret%', '=secret', 'a b=secret'])
      expect(() => read({ POWERSET_OTLP_HEADERS: wrong }), wrong).toThrow(/^POWERSET_OTLP_HEADERS(?!.*secret)/);
    expect(() => read({ POWERSET_OTLP_PERCENT: '101' })).toThrow('POWERSET_OTLP_PERCENT');
  });
});

describe('roles of processes and the storage of results', () => {
  const several = { POWERSET_METADATA_URL: 'postgresql://a:b@c/d', POWERSET_PEER_URL: 'http://127.0.0.1:1' };

  it('are both where nothing is said, and refused where one process would be alone', () => {
    expect(read({}).role).toBe('all');
    for (const role of ['web', 'worker']) {
      expect(read({ ...several, POWERSET_ROLE: role }).role).toBe(role);
      expect(() => read({ POWERSET_ROLE: role })).toThrow('needs POWERSET_PEER_URL');
    }
    expect(() => read({ ...several, POWERSET_ROLE: 'queen' })).toThrow('POWERSET_ROLE');
  });

  it('are a whole path or a bucket, and a wrong address is refused without its secret', () => {
    for (const place of ['/srv/results', 's3://key:secret@host/bucket/folder'])
      expect(read({ POWERSET_RESULTS_STORAGE: place }).resultsStorage).toBe(place);
    expect(read({}).resultsStorage).toBeNull();
    for (const wrong of ['results', 's3://key:secret@host', 'https://key:secret@host/bucket']) {
      expect(() => read({ POWERSET_RESULTS_STORAGE: wrong })).toThrow('POWERSET_RESULTS_STORAGE');
      expect(() => read({ POWERSET_RESULTS_STORAGE: wrong })).not.toThrow('key:secret@host/bucket"');
    }
  });
});
