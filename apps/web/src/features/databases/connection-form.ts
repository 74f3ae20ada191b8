import type {
  NewDatabase,
  TestConnectionBody,
  ValidateParametersBody,
  WireConnectedDatabase,
  WireDatabaseKind,
} from '@powerset/contract';
import type { ApiError } from '../../api/index.ts';
import { emptyPersonal, type PersonalForm, savedPersonal, toSecretOptions } from './personal-form.ts';
import { fieldOfKey, inputKey, isUnfilled, rowOf, rowsOf, rowsTwice, toCatalog } from './sheet-list.ts';
import { emptyTunnel, missingOfTunnel, savedTunnel, type TunnelForm, toTunnelBody } from './tunnel-form.ts';

/** One field that a kind of database asks for, as the server describes it. */
export type ParameterField = WireDatabaseKind['parameters']['properties'][string];

/** A kind of database that can be connected. */
export type DatabaseKind = Pick<
  WireDatabaseKind,
  'name' | 'engine' | 'default_driver' | 'preferred' | 'sqlalchemy_uri_placeholder'
> & {
  readonly parameters: Pick<WireDatabaseKind['parameters'], 'properties' | 'required'>;
  readonly engine_information: WireDatabaseKind['engine_information'];
};

/** What a saved connection looks like. */
export type SavedConnection = Pick<
  WireConnectedDatabase,
  | 'id'
  | 'database_name'
  | 'backend'
  | 'opening_problem'
  | 'configuration_method'
  | 'sqlalchemy_uri'
  | 'parameters'
  | 'cache_timeout'
  | 'extra'
  | 'server_cert'
  | 'client_cert'
  | 'client_key'
  | 'ssh_tunnel'
  | 'masked_encrypted_extra'
  | 'expose_in_sqllab'
  | 'allow_run_async'
  | 'allow_file_upload'
  | 'allow_ctas'
  | 'allow_cvas'
  | 'allow_dml'
>;

export const switches = [
  'expose_in_sqllab',
  'allow_run_async',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_file_upload',
] as const;
export type SwitchName = (typeof switches)[number];

export interface ConnectionForm {
  /** By the fields of the kind, or by a URI. */
  readonly method: 'fields' | 'uri';
  readonly name: string;
  readonly uri: string;
  readonly parameters: Readonly<Record<string, string | boolean>>;
  /** All parameters as the server has them, among them those that the form does not show. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** What both ways to connect said when they last said the same. */
  readonly agreed: Pick<ConnectionForm, 'uri' | 'parameters'>;
  readonly switches: Readonly<Record<SwitchName, boolean>>;
  readonly cacheTimeout: string;
  readonly serverCert: string;
  readonly clientCert: string;
  readonly clientKey: string;
  readonly tunnel: TunnelForm;
  readonly personal: PersonalForm;
  readonly extra: string;
}

/** What is wrong, by field; `''` is for the whole, and the inputs of a list stand beside their field. */
export type FormErrors = Readonly<Record<string, string>>;

const shownTypes = new Set<ParameterField['type']>(['string', 'integer', 'boolean']);

/** The fields that the form shows, in the order of the server's description. */
export function shownFields(kind: DatabaseKind): readonly (readonly [string, ParameterField])[] {
  return Object.entries(kind.parameters.properties).filter(([, field]) => shownTypes.has(field.type) || isList(field));
}

/** Addresses by name, which a form holds as the text of their rows. */
function isList({ format }: ParameterField): boolean {
  return format === 'addresses';
}

/** Fields that take a line for themselves: long ones, and what would stand beside nothing. */
export function wideFields(kind: DatabaseKind): ReadonlySet<string> {
  const shown = shownFields(kind);
  const wide = new Set(shown.filter(([name, field]) => isLong(name, field)).map(([name]) => name));
  let alone: string | null = null;
  for (const [name] of shown) {
    if (!wide.has(name)) alone = alone === null ? name : null;
    else if (alone !== null) {
      wide.add(alone);
      alone = null;
    }
  }
  return alone === null ? wide : wide.add(alone);
}

function isLong(name: string, { type, format }: ParameterField): boolean {
  return name === 'database' || type === 'boolean' || format === 'secret-text' || format === 'addresses';
}

export function emptyForm(kind: DatabaseKind): ConnectionForm {
  const fields = shownFields(kind).map(([key, field]) => [key, toInput(field, field.default)]);
  const both = { uri: '', parameters: Object.fromEntries(fields) };
  return {
    ...both,
    agreed: both,
    kept: {},
    method: 'fields',
    name: '',
    switches: {
      expose_in_sqllab: true,
      allow_run_async: true,
      allow_ctas: false,
      allow_cvas: false,
      allow_dml: false,
      allow_file_upload: kind.engine_information.supports_file_upload,
    },
    cacheTimeout: '',
    serverCert: '',
    clientCert: '',
    clientKey: '',
    tunnel: emptyTunnel,
    personal: emptyPersonal,
    extra: '{}',
  };
}

/** A value as the form's inputs hold it. */
export function toInput(field: ParameterField, value: unknown): string | boolean {
  if (field.type === 'boolean') return value === true;
  if (isList(field)) return rowsOf(value);
  return value === undefined || value === null ? '' : String(value);
}

/** A saved connection; of one that is moved to another kind, what holds for any kind. */
export function savedForm(kind: DatabaseKind, saved: SavedConnection): ConnectionForm {
  if (saved.opening_problem !== null) {
    const { method, uri, parameters, kept, agreed, tunnel, personal } = emptyForm(kind);
    return { ...toForm(kind, saved), method, uri, parameters, kept, agreed, tunnel, personal };
  }
  return toForm(kind, saved);
}

function toForm(kind: DatabaseKind, saved: SavedConnection): ConnectionForm {
  const fields = shownFields(kind).map(([key, field]) => [key, toInput(field, saved.parameters[key])]);
  const both = { uri: saved.sqlalchemy_uri, parameters: Object.fromEntries(fields) };
  return {
    ...both,
    agreed: both,
    kept: saved.parameters,
    method: saved.configuration_method === 'dynamic_form' ? 'fields' : 'uri',
    name: saved.database_name,
    // Every switch is in the list.
    switches: Object.fromEntries(switches.map((key) => [key, isOffered(kind, key) && saved[key]])) as Record<
      SwitchName,
      boolean
    >,
    cacheTimeout: saved.cache_timeout === null ? '' : String(saved.cache_timeout),
    serverCert: saved.server_cert ?? '',
    clientCert: saved.client_cert ?? '',
    clientKey: saved.client_key ?? '',
    tunnel: savedTunnel(saved.ssh_tunnel),
    personal: savedPersonal(saved.masked_encrypted_extra),
    extra: saved.extra || '{}',
  };
}

/** A switch that is not shown is off. */
function isOffered(kind: DatabaseKind, key: SwitchName): boolean {
  return key !== 'allow_file_upload' || kind.engine_information.supports_file_upload;
}

interface Texts {
  readonly required: string;
  readonly wholeNumber: string;
  readonly notJson: string;
  readonly twice: string;
}

/** What can be seen without asking the server. */
export function findMistakes(kind: DatabaseKind, form: ConnectionForm, texts: Texts): FormErrors {
  const missing = [
    ...(form.name.trim() === '' ? ['database_name'] : []),
    ...(form.method === 'uri' && form.uri.trim() === '' ? ['sqlalchemy_uri'] : []),
    ...(form.method === 'fields' ? requiredFields(kind, form).filter((key) => lacks(kind, form, key)) : []),
    ...(canTunnel(kind) ? missingOfTunnel(form.tunnel) : []),
  ];
  const timeout = form.cacheTimeout.trim();
  return {
    ...Object.fromEntries(missing.map((key) => [key, texts.required])),
    ...Object.fromEntries(namesTwice(kind, form).map((key) => [key, texts.twice])),
    ...(/^(-1|\d*)$/.test(timeout) ? {} : { cache_timeout: texts.wholeNumber }),
    ...(isJsonObject(form.extra) ? {} : { extra: texts.notJson }),
  };
}

function lacks(kind: DatabaseKind, { parameters }: ConnectionForm, key: string): boolean {
  const [field, value] = [kind.parameters.properties[key], parameters[key]];
  return field && isList(field) ? isUnfilled(String(value ?? '')) : isEmpty(value);
}

function namesTwice(kind: DatabaseKind, { method, parameters }: ConnectionForm): readonly string[] {
  if (method === 'uri') return [];
  const lists = shownFields(kind).filter(([, field]) => isList(field));
  return lists.flatMap(([key]) => {
    const rows = rowsTwice(String(parameters[key] ?? ''));
    return rows.length === 0 ? [] : [key, ...rows.map((at) => inputKey(key, at, 'name'))];
  });
}

/** Where people ask as themselves, the connection needs no secret of its own. */
function requiredFields(kind: DatabaseKind, { personal }: ConnectionForm): readonly string[] {
  const { required, properties } = kind.parameters;
  return personal.isOn ? required.filter((key) => properties[key]?.format !== 'password') : required;
}

/** Whether an SSH tunnel can lead to this kind. */
export function canTunnel(kind: DatabaseKind): boolean {
  return !kind.engine_information.disable_ssh_tunneling;
}

function isEmpty(value: string | boolean | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The body of a test, a check and a save alike. */
export function toBody(kind: DatabaseKind, form: ConnectionForm): NewDatabase & ValidateParametersBody {
  const connection =
    form.method === 'uri'
      ? { sqlalchemy_uri: form.uri.trim(), configuration_method: 'sqlalchemy_form' as const }
      : { parameters: toParameters(kind, form), configuration_method: 'dynamic_form' as const };
  return {
    ...connection,
    engine: kind.engine,
    driver: kind.default_driver,
    database_name: form.name.trim(),
    ...form.switches,
    cache_timeout: form.cacheTimeout.trim() === '' ? null : Number(form.cacheTimeout),
    extra: form.extra.trim() || '{}',
    ...('encryption' in kind.parameters.properties ? { server_cert: form.serverCert.trim() || null } : {}),
    ...(kind.engine_information.takes_client_certificates ? toClientCertificate(form) : {}),
    ...(canTunnel(kind) ? { ssh_tunnel: toTunnelBody(form.tunnel) } : {}),
    ...(kind.engine_information.supports_oauth2 ? { masked_encrypted_extra: toSecretOptions(form.personal) } : {}),
  };
}

function toClientCertificate({ clientCert, clientKey }: ConnectionForm) {
  return { client_cert: clientCert.trim() || null, client_key: clientKey.trim() || null };
}

/** What a connection is tried with: how it is reached, and nothing of what is kept beside it. */
export function toTestBody(body: ReturnType<typeof toBody>): TestConnectionBody {
  const { database_name, engine, driver, configuration_method, parameters, sqlalchemy_uri } = body;
  const { extra, server_cert, client_cert, client_key, ssh_tunnel, masked_encrypted_extra } = body;
  const place = { database_name, engine, driver, configuration_method, parameters, sqlalchemy_uri };
  const all = { ...place, extra, server_cert, client_cert, client_key, ssh_tunnel, masked_encrypted_extra };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function toParameters(kind: DatabaseKind, form: ConnectionForm) {
  const fields = shownFields(kind).flatMap(([key, field]): readonly (readonly [string, unknown])[] => {
    const value = form.parameters[key];
    if (isEmpty(value)) return [];
    if (isList(field)) return [[key, toCatalog(String(value))]];
    return [[key, field.type === 'integer' ? toInteger(String(value)) : value]];
  });
  const shown = new Set(shownFields(kind).map(([key]) => key));
  const hidden = Object.entries(form.kept).filter(
    ([key]) => kind.parameters.properties[key]?.type === 'object' && !shown.has(key),
  );
  return Object.fromEntries<unknown>([...hidden, ...fields]);
}

/** What is no number travels as it is: the server says what is wrong with it. */
function toInteger(text: string): number | string {
  return /^\d+$/.test(text.trim()) ? Number(text) : text;
}

/** What the server said, at the fields that it names. */
export function toFormErrors(error: ApiError, requiredText: string, form: ConnectionForm): FormErrors {
  const [first] = error.errors;
  const missing = namesIn(first?.extra?.missing);
  if (missing.length > 0) return Object.fromEntries(missing.map((key) => [key, requiredText]));
  const invalid = namesIn(first?.extra?.invalid);
  if (first && invalid.length > 0) {
    const inputs = invalid.flatMap((key) => inputsOf(key, first.extra?.entry, form));
    return Object.fromEntries([...invalid, ...inputs].map((key) => [key, first.message]));
  }
  const fields = Object.entries(error.fields).map(([key, texts]) => [key, texts.join(' ')]);
  return fields.length > 0 ? Object.fromEntries(fields) : { '': error.message };
}

/** The input of a list that the server means, where it says so. */
function inputsOf(field: string, entry: unknown, { parameters }: ConnectionForm): readonly string[] {
  if (typeof entry !== 'object' || entry === null || !('name' in entry && 'part' in entry)) return [];
  const at = rowOf(String(parameters[field] ?? ''), String(entry.name));
  return at === undefined ? [] : [inputKey(field, at, entry.part === 'name' ? 'name' : 'address')];
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Errors that have no field in view are said above the form. */
export function hiddenErrors(errors: FormErrors, shown: readonly string[]): readonly string[] {
  return Object.entries(errors)
    .filter(([key]) => !shown.includes(fieldOfKey(key)))
    .map(([, text]) => text);
}
