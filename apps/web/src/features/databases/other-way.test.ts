import { describe, expect, it } from 'vitest';
import { type DatabaseKind, emptyForm } from './connection-form.ts';
import { inOtherWay, toConversion } from './other-way.ts';

const kind: DatabaseKind = {
  ...{ name: 'Server', engine: 'server', default_driver: 'wire', preferred: true },
  sqlalchemy_uri_placeholder: 'server://user:password@host:port/database',
  parameters: {
    properties: {
      host: { type: 'string', description: 'Host' },
      port: { type: 'integer', description: 'Port', default: 5432 },
      key: { type: 'string', description: 'Key', format: 'secret-text' },
      query: { type: 'object', description: 'More' },
    },
    required: ['host'],
  },
  engine_information: {
    ...{ supports_file_upload: false, disable_ssh_tunneling: false, takes_client_certificates: false },
    ...{ supports_oauth2: false, supports_dynamic_catalog: false },
  },
};
const empty = emptyForm(kind);
const typed = { ...empty, parameters: { ...empty.parameters, host: 'db', key: 'secret' } };

describe('the other way to connect', () => {
  it('is asked for what was typed alone: neither an empty form nor one that both ways agree on', () => {
    expect(toConversion(kind, empty)).toBeNull();
    expect(toConversion(kind, { ...empty, method: 'uri', uri: ' ' })).toBeNull();
    expect(toConversion(kind, typed)).toEqual({
      ...{ engine: 'server', configuration_method: 'dynamic_form', converts: true, extra: '{}' },
      ...{ parameters: { host: 'db', port: 5432, key: 'secret' }, sqlalchemy_uri: undefined },
    });
    expect(toConversion(kind, { ...empty, method: 'uri', uri: 'server://x' })).toMatchObject({
      ...{ configuration_method: 'sqlalchemy_form', sqlalchemy_uri: 'server://x' },
    });
  });

  it('gets what the server says of it, and is asked for nothing on the way back', () => {
    const byUri = inOtherWay(kind, typed, { sqlalchemy_uri: 'server://db:5432', extra: '{"a":1}' });
    expect(byUri).toMatchObject({ method: 'uri', uri: 'server://db:5432', extra: '{"a":1}' });
    expect(toConversion(kind, byUri)).toBeNull();
    const changed = { ...byUri, uri: 'server://other:1?x=2' };
    const byFields = inOtherWay(kind, changed, { parameters: { host: 'other', port: 1, query: { x: '2' } } });
    // A secret that stands in no URI stays.
    expect(byFields.parameters).toEqual({ host: 'other', port: '1', key: 'secret' });
    expect(byFields).toMatchObject({ method: 'fields', kept: { query: { x: '2' } } });
    expect(toConversion(kind, byFields)).toBeNull();
  });

  it('is shown as it was where the server could not say it', () => {
    const shown = inOtherWay(kind, typed, null);
    expect(shown).toEqual({ ...typed, method: 'uri' });
    expect(toConversion(kind, shown)).toBeNull();
    expect(inOtherWay(kind, shown, null)).toEqual(typed);
  });
});
