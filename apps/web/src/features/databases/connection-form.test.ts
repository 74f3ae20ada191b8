import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/index.ts';
import {
  type DatabaseKind,
  emptyForm,
  findMistakes,
  hiddenErrors,
  type SavedConnection,
  savedForm,
  shownFields,
  toBody,
  toFormErrors,
  toTestBody,
  wideFields,
} from './connection-form.ts';

const server: DatabaseKind = {
  name: 'Server',
  engine: 'server',
  default_driver: 'wire',
  preferred: true,
  sqlalchemy_uri_placeholder: 'server://user:password@host:port/database',
  parameters: {
    properties: {
      host: { type: 'string', description: 'Host' },
      port: { type: 'integer', description: 'Port', default: 5432 },
      database: { type: 'string', description: 'Database' },
      username: { type: 'string', description: 'User' },
      password: { type: 'string', description: 'Password' },
      encryption: { type: 'boolean', description: 'SSL', default: false },
      query: { type: 'object', description: 'More' },
    },
    required: ['host', 'port', 'database', 'username'],
  },
  engine_information: {
    supports_file_upload: false,
    disable_ssh_tunneling: false,
    takes_client_certificates: true,
    supports_oauth2: false,
    supports_dynamic_catalog: false,
  },
};
const texts = { required: 'This is a required field', wholeNumber: 'whole', notJson: 'json', twice: 'twice' };
const filled = {
  ...emptyForm(server),
  name: ' Shop ',
  parameters: { host: 'db.example', port: '5433', database: 'shop', username: 'ada', password: '', encryption: true },
};

describe('the form of a connection', () => {
  it('starts with the defaults of its kind, and shows the fields that can be typed', () => {
    expect(shownFields(server).map(([key]) => key)).toEqual([
      'host',
      'port',
      'database',
      'username',
      'password',
      'encryption',
    ]);
    expect(emptyForm(server)).toMatchObject({
      method: 'fields',
      parameters: { port: '5432', host: '', encryption: false },
      switches: { expose_in_sqllab: true, allow_dml: false, allow_file_upload: false },
    });
  });

  it('leaves no field beside a hole', () => {
    const wideOf = (properties: DatabaseKind['parameters']['properties']) => [
      ...wideFields({ ...server, parameters: { properties, required: [] } }),
    ];
    const text = { type: 'string', description: '' } as const;
    const long = { ...text, format: 'secret-text' } as const;
    expect([...wideFields(server)]).toEqual(['database', 'encryption']);
    expect(wideOf({ folder: text })).toEqual(['folder']);
    expect(wideOf({ key: long, project: text, database: text })).toEqual(['key', 'database', 'project']);
    expect(wideOf({ key: text, secret: text, region: text })).toEqual(['region']);
  });

  it('names the required fields that are empty [DBC-005]', () => {
    expect(findMistakes(server, emptyForm(server), texts)).toEqual({
      database_name: 'This is a required field',
      host: 'This is a required field',
      database: 'This is a required field',
      username: 'This is a required field',
    });
    expect(findMistakes(server, { ...emptyForm(server), method: 'uri', name: 'x' }, texts)).toEqual({
      sqlalchemy_uri: 'This is a required field',
    });
    expect(findMistakes(server, filled, texts)).toEqual({});
  });

  it.each(['{', '[]', 'null', '7'])('refuses %s as extra', (extra) => {
    expect(findMistakes(server, { ...filled, extra }, texts)).toEqual({ extra: 'json' });
  });

  it.each([
    ['', false],
    ['-1', false],
    ['600', false],
    ['1.5', true],
    ['soon', true],
  ])('judges a cache timeout of "%s"', (cacheTimeout, isWrong) => {
    expect('cache_timeout' in findMistakes(server, { ...filled, cacheTimeout }, texts)).toBe(isWrong);
  });

  it('sends the fields with their types, without those left empty [API-082]', () => {
    expect(toBody(server, filled)).toMatchObject({
      engine: 'server',
      driver: 'wire',
      database_name: 'Shop',
      configuration_method: 'dynamic_form',
      parameters: { host: 'db.example', port: 5433, database: 'shop', username: 'ada', encryption: true },
      cache_timeout: null,
      extra: '{}',
    });
    expect(toBody(server, filled).parameters).not.toHaveProperty('password');
    // The server refuses whatever else is sent with a connection that is only tried.
    expect(Object.keys(toTestBody(toBody(server, filled))).sort()).toEqual([
      'client_cert',
      'client_key',
      'configuration_method',
      'database_name',
      'driver',
      'engine',
      'extra',
      'parameters',
      'server_cert',
      'ssh_tunnel',
    ]);
    expect(toBody(server, { ...filled, method: 'uri', uri: ' server://x ' })).toMatchObject({
      sqlalchemy_uri: 'server://x',
      configuration_method: 'sqlalchemy_form',
    });
  });

  it('keeps what a saved connection holds, also what the form does not show', () => {
    const saved: SavedConnection = {
      id: 3,
      database_name: 'Shop',
      backend: 'server',
      opening_problem: null,
      configuration_method: 'dynamic_form',
      sqlalchemy_uri: 'server://ada:XXXXXXXXXX@db:1/shop',
      parameters: { host: 'db', port: 1, database: 'shop', username: 'ada', password: 'XXXXXXXXXX', query: { a: 'b' } },
      cache_timeout: 60,
      extra: '{"x":1}',
      server_cert: null,
      client_cert: null,
      client_key: null,
      ssh_tunnel: null,
      masked_encrypted_extra: '{}',
      expose_in_sqllab: false,
      allow_run_async: true,
      allow_file_upload: false,
      allow_ctas: true,
      allow_cvas: false,
      allow_dml: true,
    };
    const form = savedForm(server, saved);
    expect(toBody(server, form)).toMatchObject({
      parameters: { ...saved.parameters, encryption: false },
      allow_dml: true,
      expose_in_sqllab: false,
      cache_timeout: 60,
      extra: '{"x":1}',
    });
    // Moved from an engine that is not here: what holds for any kind stays, what was its own does not.
    const foreign = {
      ...saved,
      backend: 'elsewhere',
      opening_problem: 'Cannot be opened here',
      allow_file_upload: true,
    };
    expect(savedForm(server, foreign)).toMatchObject({
      method: 'fields',
      name: 'Shop',
      uri: '',
      parameters: emptyForm(server).parameters,
      cacheTimeout: '60',
      switches: { allow_dml: true, allow_file_upload: false },
    });
  });
});

const failed = (extra: Record<string, unknown>, fields = {}) =>
  new ApiError({
    status: 422,
    message: 'Port 1 refused',
    errors: [{ message: 'Port 1 refused', error_type: 'X', level: 'warning', extra }],
    fields,
  });

describe('what the server says about a connection', () => {
  it('stands at the fields it names [DBC-004]', () => {
    expect(toFormErrors(failed({ missing: ['host'] }), 'required', emptyForm(server))).toEqual({ host: 'required' });
    expect(toFormErrors(failed({ invalid: ['host', 'port'] }), 'required', emptyForm(server))).toEqual({
      host: 'Port 1 refused',
      port: 'Port 1 refused',
    });
    expect(toFormErrors(failed({}, { database_name: ['taken'] }), 'required', emptyForm(server))).toEqual({
      database_name: 'taken',
    });
    expect(toFormErrors(failed({}), 'required', emptyForm(server))).toEqual({ '': 'Port 1 refused' });
  });

  it('is never lost because its field is out of view', () => {
    expect(hiddenErrors({ host: 'a', '': 'b', name: 'c' }, ['host'])).toEqual(['b', 'c']);
  });
});

describe('a list of sheets in a form', () => {
  const sheets: DatabaseKind = {
    ...server,
    parameters: {
      properties: {
        catalog: { type: 'object', format: 'addresses', description: 'Sheets' },
        query: { type: 'object', description: 'More' },
      },
      required: ['catalog'],
    },
  };
  const withRows = (rows: readonly object[]) => ({
    ...emptyForm(sheets),
    name: 'Sheets',
    parameters: { catalog: JSON.stringify(rows) },
  });

  it('is typed by rows and sent by name, with what the form does not show', () => {
    const form = withRows([
      { name: ' a ', address: ' https://x ' },
      { name: '', address: '' },
    ]);
    expect(findMistakes(sheets, form, texts)).toEqual({});
    expect(toBody(sheets, { ...form, kept: { catalog: { old: 'y' }, query: { q: 1 } } }).parameters).toEqual({
      catalog: { a: 'https://x' },
      query: { q: 1 },
    });
  });

  it('has to name one, and none twice', () => {
    expect(findMistakes(sheets, { ...emptyForm(sheets), name: 'Sheets' }, texts)).toEqual({
      catalog: 'This is a required field',
    });
    expect(findMistakes(sheets, withRows([{ name: '', address: '' }]), texts)).toEqual({
      catalog: 'This is a required field',
    });
    const twice = withRows([
      { name: 'a', address: 'x' },
      { name: 'a', address: 'y' },
    ]);
    expect(findMistakes(sheets, twice, texts)).toEqual({ catalog: 'twice', 'catalog:1:name': 'twice' });
  });

  it('marks the one input that the server means, and its message stands once, at the field', () => {
    const form = withRows([
      { name: 'good', address: 'x' },
      { name: '', address: '' },
      { name: ' bad ', address: 'y' },
    ]);
    const said = (entry?: object) =>
      toFormErrors(failed({ invalid: ['catalog'], ...(entry ? { entry } : {}) }), 'required', form);
    const words = 'Port 1 refused';
    expect(said({ name: 'bad', part: 'address' })).toEqual({ catalog: words, 'catalog:2:address': words });
    expect(said({ name: 'good', part: 'name' })).toEqual({ catalog: words, 'catalog:0:name': words });
    expect(said({ name: 'gone', part: 'name' })).toEqual({ catalog: words });
    expect(said()).toEqual({ catalog: words });
    expect(hiddenErrors(said({ name: 'bad', part: 'address' }), ['catalog'])).toEqual([]);
  });
});
