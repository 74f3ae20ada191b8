import {
  passwordMask,
  type WireConnection,
  type WireConnectionForm,
  type WireDatabase,
  type WireDatabaseKind,
  type WireMissingEngine,
} from '@powerset/contract';
import { findDialect } from '@powerset/sql';
import { defaultSchemaOf } from '../../catalog/index.ts';
import type { Config } from '../../config.ts';
import {
  type ConnectionSecret,
  type DatabaseKind,
  databaseKinds,
  defaultCatalogOf,
  driverOf,
  findDatabaseKind,
  findOpeningProblem,
  nameOfEngine,
  readsOtherCatalogs,
} from '../../engines/index.ts';
import { toTimeAgo, toWireUserSummary, type UserSummary } from '../../lists/index.ts';
import { isDocument, parseDocument, type Row } from '../../metadata/index.ts';
import { maskOptions } from './secret-options.ts';
import { showTunnel } from './tunnel.ts';

type DatabaseRow = Row<'databases'>;

/** A row of the list. */
export function toListRow(row: DatabaseRow, users: ReadonlyMap<number, UserSummary>, now: Date): WireDatabase {
  const extra = parseDocument(row.extra) ?? {};
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    backend: row.backend,
    backend_name: nameOfEngine(row.backend),
    opening_problem: findOpeningProblem(row),
    expose_in_sqllab: row.expose_in_sqllab === 1,
    allow_run_async: row.allow_run_async === 1,
    allow_file_upload: row.allow_file_upload === 1,
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    force_ctas_schema: row.force_ctas_schema,
    allows_cost_estimate: extra.cost_estimate_enabled !== false,
    allows_subquery: findDialect(row.backend)?.capabilities.supportsSubqueryJoins ?? true,
    allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
    allow_multi_catalog: readsOtherCatalogs(row),
    default_catalog: defaultCatalogOf(row),
    configuration_method: row.configuration_method,
    disable_data_preview: extra.disable_data_preview === true,
    disable_drill_to_detail: extra.disable_drill_to_detail === true,
    explore_database_id: row.id,
    extra: row.extra,
    default_schema: defaultSchemaOf(row) || null,
    engine_information: {
      supports_file_upload: findDatabaseKind(row.backend)?.canUploadFiles ?? false,
      disable_ssh_tunneling: !findDatabaseKind(row.backend)?.canTunnel,
      takes_client_certificates: findDatabaseKind(row.backend)?.takesClientCertificates ?? false,
      supports_oauth2: findDatabaseKind(row.backend)?.personalSignIn !== undefined,
      supports_dynamic_catalog: findDatabaseKind(row.backend)?.readsOtherCatalogs ?? false,
    },
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
  };
}

/** What only those who may change databases are shown. */
export function toConnectionPart(row: DatabaseRow, secret: ConnectionSecret): WireConnection {
  const kind = findDatabaseKind(row.backend);
  const kept = parseDocument(row.kept) ?? {};
  return {
    sqlalchemy_uri: row.sqlalchemy_uri,
    driver: driverOf(row.sqlalchemy_uri) ?? kind?.driver ?? row.backend,
    cache_timeout: row.cache_timeout,
    configuration_method: row.configuration_method,
    impersonate_user: row.impersonate_user === 1,
    is_managed_externally: row.is_managed_externally === 1,
    external_url: row.external_url,
    masked_encrypted_extra:
      typeof kept.masked_encrypted_extra === 'string'
        ? kept.masked_encrypted_extra
        : maskOptions(kind, secret.encrypted_extra),
    server_cert: secret.server_cert ?? null,
    client_cert: secret.client_cert ?? null,
    client_key: secret.client_key ? passwordMask : null,
    parameters:
      kind && !kind.findUriProblem(row.sqlalchemy_uri)
        ? kind.toParameters(row.sqlalchemy_uri, parseDocument(row.extra) ?? {})
        : {},
    parameters_schema: kind ? toParametersSchema(kind) : {},
    ssh_tunnel: isDocument(kept.ssh_tunnel) ? kept.ssh_tunnel : showTunnel(row, secret),
  };
}

function toParametersSchema({ fields, requiredFields }: DatabaseKind): WireConnectionForm {
  return { type: 'object', properties: fields, required: requiredFields };
}

/** Kinds that can be connected, preferred first; where several processes serve, none that is a file with one owner. */
export function toAvailable({
  peerUrl,
  featureFlags,
}: Pick<Config, 'peerUrl' | 'featureFlags'>): readonly WireDatabaseKind[] {
  const hasTunnels = featureFlags.SSH_TUNNELING !== false;
  const kinds = databaseKinds.filter(({ isExclusive }) => !isExclusive || peerUrl === null);
  return kinds.map((kind) => ({
    name: kind.name,
    engine: kind.backend,
    available_drivers: [kind.driver],
    default_driver: kind.driver,
    preferred: true,
    parameters: toParametersSchema(kind),
    sqlalchemy_uri_placeholder: kind.uriPlaceholder,
    engine_information: {
      supports_file_upload: kind.canUploadFiles,
      disable_ssh_tunneling: !kind.canTunnel || !hasTunnels,
      takes_client_certificates: kind.takesClientCertificates ?? false,
      supports_oauth2: kind.personalSignIn !== undefined,
      supports_dynamic_catalog: kind.readsOtherCatalogs ?? false,
    },
  }));
}

/** Engines that databases here need and that are not here. */
export function toMissing(rows: readonly Pick<DatabaseRow, 'backend'>[]): readonly WireMissingEngine[] {
  const foreign = rows.map(({ backend }) => backend).filter((backend) => findOpeningProblem({ backend }) !== null);
  return [...new Set(foreign)].sort().map((engine) => ({
    engine,
    name: nameOfEngine(engine),
    databases: foreign.filter((one) => one === engine).length,
    message: findOpeningProblem({ backend: engine }) ?? '',
  }));
}
