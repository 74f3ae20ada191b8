// check-ignore file-length: one table of settings, a few lines for each.
import { isIP } from 'node:net';
import { homedir, totalmem } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { type ScheduleForm, sitePattern } from '@powerset/contract';
import type { RequiredFactor } from './access/index.ts';
import { applyFlags, defaultFeatureFlags, findUnknownFlags } from './feature-flags.ts';
import { type GivenLdap, type LdapSettings, readLdapSettings } from './ldap-settings.ts';
import type { ProcessRole } from './metadata/index.ts';
import { type GivenOidc, type OidcSettings, readOidcSettings } from './oidc-settings.ts';
import { type GivenOtlp, readOtlpSettings } from './otlp-settings.ts';
import {
  type GivenRegistration,
  type RegistrationSettings,
  readRegistrationSettings,
} from './registration-settings.ts';
import { type GivenRoles, readGivenRoles } from './role-settings.ts';
import { type GivenSaml, readSamlSettings, type SamlSettings } from './saml-settings.ts';
import { parseScheduleForm } from './schedule-form.ts';

import { readSecret, SecretError } from './secret-settings.ts';
import { type GivenTls, readTlsSettings } from './tls-settings.ts';

export { type LdapSettings, plainEscapes, toDnKey, toGroupKey } from './ldap-settings.ts';
export type { OidcSettings, PlainOauth } from './oidc-settings.ts';
export type { RegistrationSettings } from './registration-settings.ts';
export { everybody } from './role-settings.ts';
export type { ProviderAddress, SamlSettings, SamlSignOut } from './saml-settings.ts';

type OptionKind = 'text' | 'integer' | 'boolean' | 'list' | 'texts' | 'roles';

/** One setting: the same by environment variable, command-line option and in the README's table. */
export interface ConfigOption {
  readonly name: string;
  readonly env: string;
  readonly option: string;
  readonly kind: OptionKind;
  readonly default: string | number | boolean | readonly string[] | null;
  readonly description: string;
  readonly isSecret?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** The only texts that are taken. */
  readonly choices?: readonly string[];
}

function option<const O extends ConfigOption>(definition: O): O {
  return definition;
}

export const configOptions = [
  option({
    name: 'port',
    env: 'POWERSET_PORT',
    option: '--port',
    kind: 'integer',
    default: 8088,
    min: 0,
    max: 65535,
    description: 'TCP port of the web server',
  }),
  option({
    name: 'host',
    env: 'POWERSET_HOST',
    option: '--host',
    kind: 'text',
    default: '127.0.0.1',
    description: 'Address the web server listens on',
  }),
  option({
    name: 'publicUrl',
    env: 'POWERSET_PUBLIC_URL',
    option: '--public-url',
    kind: 'text',
    default: null,
    description: 'Address at which people reach the server, for links; needed behind a proxy',
  }),
  option({
    name: 'trustedProxies',
    env: 'POWERSET_TRUSTED_PROXIES',
    option: '--trusted-proxies',
    kind: 'list',
    default: [],
    description:
      'Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed, separated by commas; without them all who come by a proxy count as one',
  }),
  option({
    name: 'dataFolder',
    env: 'POWERSET_DATA',
    option: '--data',
    kind: 'text',
    default: null,
    description:
      'Folder that holds everything that is kept; default `data` in the checkout, `.powerset` at home where a package serves',
  }),
  option({
    name: 'metadataUrl',
    env: 'POWERSET_METADATA_URL',
    option: '--metadata-url',
    kind: 'text',
    default: null,
    description:
      'PostgreSQL server that keeps the metadata instead of a file in the folder: `postgresql://user:password@host:5432/name`, with `?schema=` in a schema of its own; `powerset move-metadata` moves there what the file holds',
    isSecret: true,
  }),
  option({
    name: 'metadataWaitSeconds',
    env: 'POWERSET_METADATA_WAIT_SECONDS',
    option: '--metadata-wait-seconds',
    kind: 'integer',
    default: 60,
    min: 0,
    max: 3600,
    description:
      'How long a start waits for a metadata server that is away before it gives up; meanwhile `/health` answers and `/health/ready` says 503; 0 gives up at once',
  }),
  option({
    name: 'peerUrl',
    env: 'POWERSET_PEER_URL',
    option: '--peer-url',
    kind: 'text',
    default: null,
    description:
      'Address at which other processes of the installation reach this one, `http://10.0.0.5:8088`: several may then serve behind one proxy (`docs/several-processes.md`); needs `POWERSET_METADATA_URL`',
  }),
  option({
    name: 'role',
    env: 'POWERSET_ROLE',
    option: '--role',
    kind: 'text',
    default: 'all',
    choices: ['all', 'web', 'worker'],
    description:
      'What this process does of several: `web` answers people and begins no jobs, `worker` takes jobs (runs of the SQL editor and charts that are answered later, schedules, reports) and serves no pages, `all` does both; `web` and `worker` need `POWERSET_PEER_URL`',
  }),
  option({
    name: 'workerJobs',
    env: 'POWERSET_WORKER_JOBS',
    option: '--worker-jobs',
    kind: 'integer',
    default: 4,
    min: 1,
    max: 100,
    description:
      'How many jobs of the SQL editor, and how many of charts, a process takes at once of those that wait for one',
  }),
  option({
    name: 'redisUrl',
    env: 'POWERSET_REDIS_URL',
    option: '--redis-url',
    kind: 'text',
    default: null,
    description:
      'Redis or Valkey server by which several processes share what they read: `redis://user:password@host:6379/0`, `rediss://` for TLS; answers are kept there, and a question that comes to several at once runs once',
    isSecret: true,
  }),
  option({
    name: 'redisCaFile',
    env: 'POWERSET_REDIS_CA_FILE',
    option: '--redis-ca-file',
    kind: 'text',
    default: null,
    description: 'File with the certificates (PEM) that are trusted for that server instead of the system’s',
  }),
  option({
    name: 'redisCertFile',
    env: 'POWERSET_REDIS_CERT_FILE',
    option: '--redis-cert-file',
    kind: 'text',
    default: null,
    description: 'File with the certificate (PEM) that is shown to that server, where it asks for one',
  }),
  option({
    name: 'redisKeyFile',
    env: 'POWERSET_REDIS_KEY_FILE',
    option: '--redis-key-file',
    kind: 'text',
    default: null,
    description: 'File with the key (PEM) of that certificate',
  }),
  option({
    name: 'tlsCertFile',
    env: 'POWERSET_TLS_CERT_FILE',
    option: '--tls-cert-file',
    kind: 'text',
    default: null,
    description:
      'File with the certificate and its chain (PEM) by which this process serves over TLS, and which it shows to the other processes; it and the next two are read anew when they change',
  }),
  option({
    name: 'tlsKeyFile',
    env: 'POWERSET_TLS_KEY_FILE',
    option: '--tls-key-file',
    kind: 'text',
    default: null,
    description: 'File with the key (PEM) of that certificate',
  }),
  option({
    name: 'tlsCaFile',
    env: 'POWERSET_TLS_CA_FILE',
    option: '--tls-ca-file',
    kind: 'text',
    default: null,
    description:
      'File with the certificates (PEM) that are trusted instead of the system’s when other processes of the installation are asked',
  }),
  option({
    name: 'asksTlsClients',
    env: 'POWERSET_TLS_CLIENTS',
    option: '--tls-clients',
    kind: 'boolean',
    default: false,
    description:
      'Lets nobody connect but who shows a certificate that is signed by one of that file: the proxy and the other processes',
  }),
  option({
    name: 'adminUsername',
    env: 'POWERSET_ADMIN_USERNAME',
    option: '--admin-username',
    kind: 'text',
    default: null,
    description: 'Creates this administrator at first start instead of asking for one',
  }),
  option({
    name: 'adminPassword',
    env: 'POWERSET_ADMIN_PASSWORD',
    option: '--admin-password',
    kind: 'text',
    default: null,
    isSecret: true,
    description: 'Password of that administrator; at least 10 characters',
  }),
  option({
    name: 'hasExamples',
    env: 'POWERSET_EXAMPLES',
    option: '--examples',
    kind: 'boolean',
    default: true,
    description: 'Generates the example shop with its dashboards at first start',
  }),
  option({
    name: 'examplesScale',
    env: 'POWERSET_EXAMPLES_SCALE',
    option: '--examples-scale',
    kind: 'integer',
    default: 1,
    min: 1,
    max: 100,
    description: 'Size of the example shop; 1 is over a million orders',
  }),
  option({
    name: 'engineMemoryMb',
    env: 'POWERSET_ENGINE_MEMORY_MB',
    option: '--engine-memory-mb',
    kind: 'integer',
    default: 0,
    min: 0,
    description: "Memory limit of the embedded engine in MB; 0 is half of the machine's memory",
  }),
  option({
    name: 'engineThreads',
    env: 'POWERSET_ENGINE_THREADS',
    option: '--engine-threads',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 256,
    description: 'Threads of the embedded engine; 0 is one per core',
  }),
  option({
    name: 'queryTimeoutSeconds',
    env: 'POWERSET_QUERY_TIMEOUT',
    option: '--query-timeout',
    kind: 'integer',
    default: 60,
    min: 1,
    description: "Longest run of a chart's query, in seconds",
  }),
  option({
    name: 'sqlTimeoutSeconds',
    env: 'POWERSET_SQLLAB_TIMEOUT',
    option: '--sqllab-timeout',
    kind: 'integer',
    default: 600,
    min: 1,
    description: 'Longest run of a query in the SQL editor, in seconds',
  }),
  option({
    name: 'bodyTimeoutSeconds',
    env: 'POWERSET_BODY_TIMEOUT',
    option: '--body-timeout',
    kind: 'integer',
    default: 60,
    min: 1,
    max: 3600,
    description:
      "Longest arrival of a request's headers and body, in seconds; of an upload 500 bytes a second must arrive",
  }),
  option({
    name: 'rowLimit',
    env: 'POWERSET_ROW_LIMIT',
    option: '--row-limit',
    kind: 'integer',
    default: 50000,
    min: 1,
    description: "Rows of a chart's query that sets no limit",
  }),
  option({
    name: 'sqlMaxRow',
    env: 'POWERSET_SQL_MAX_ROW',
    option: '--sql-max-row',
    kind: 'integer',
    default: 100000,
    min: 1,
    description: "Most rows that a chart's query may return",
  }),
  option({
    name: 'sqllabMaxRow',
    env: 'POWERSET_SQLLAB_MAX_ROW',
    option: '--sqllab-max-row',
    kind: 'integer',
    default: 10000000,
    min: 1,
    description: 'Most rows that a stored result of the SQL editor may hold',
  }),
  option({
    name: 'displayMaxRow',
    env: 'POWERSET_DISPLAY_MAX_ROW',
    option: '--display-max-row',
    kind: 'integer',
    default: 10000,
    min: 1,
    description: 'Most rows that a query answers as JSON',
  }),
  option({
    name: 'defaultSqllabLimit',
    env: 'POWERSET_DEFAULT_SQLLAB_LIMIT',
    option: '--default-sqllab-limit',
    kind: 'integer',
    default: 1000,
    min: 1,
    description: 'Row limit of a new tab in the SQL editor',
  }),
  option({
    name: 'defaultSqllabDatabaseId',
    env: 'POWERSET_DEFAULT_SQLLAB_DATABASE_ID',
    option: '--default-sqllab-database-id',
    kind: 'integer',
    default: 0,
    min: 0,
    description:
      'Id of the database that a tab of the SQL editor starts with where no other is open; 0, or one that somebody may not use, leaves it to the lowest id',
  }),
  option({
    name: 'cacheMb',
    env: 'POWERSET_CACHE_MB',
    option: '--cache-mb',
    kind: 'integer',
    default: 64,
    min: 0,
    description: 'Memory for cached results in MB',
  }),
  option({
    name: 'cacheTimeoutSeconds',
    env: 'POWERSET_CACHE_TIMEOUT',
    option: '--cache-timeout',
    kind: 'integer',
    default: 86400,
    min: -1,
    description: 'How long results stay cached, in seconds; -1 turns the cache off',
  }),
  option({
    name: 'preAggregates',
    env: 'POWERSET_PRE_AGGREGATE',
    option: '--pre-aggregate',
    kind: 'boolean',
    default: true,
    description:
      'Builds rollups for what clicks on a dashboard would ask of the embedded engine, while nobody else needs it',
  }),
  option({
    name: 'resultsMb',
    env: 'POWERSET_RESULTS_MB',
    option: '--results-mb',
    kind: 'integer',
    default: 4096,
    min: 1,
    description: 'Disk space for stored results of the SQL editor in MB',
  }),
  option({
    name: 'resultsStorage',
    env: 'POWERSET_RESULTS_STORAGE',
    option: '--results-storage',
    kind: 'text',
    default: null,
    description:
      'Where results of the SQL editor are kept besides, so that they survive the process that made them and every process reads them: a folder that all of them mount, or a bucket, `s3://key:secret@host/bucket/folder?region=eu-west-1`; kept for 30 days and within the disk space above',
    isSecret: true,
  }),
  option({
    name: 'defusesFormulas',
    env: 'POWERSET_DEFUSE_FORMULAS',
    option: '--defuse-formulas',
    kind: 'boolean',
    default: true,
    description: 'Puts a quote before texts in CSV and XLSX files that a spreadsheet would run as formulas',
  }),
  option({
    name: 'csvNull',
    env: 'POWERSET_CSV_NULL',
    option: '--csv-null',
    kind: 'text',
    default: null,
    choices: ['NULL', '\\N', 'NA'],
    description: 'What stands in CSV files where there is no value; default nothing',
  }),
  option({
    name: 'uploadMaxMb',
    env: 'POWERSET_UPLOAD_MAX_MB',
    option: '--upload-max-mb',
    kind: 'integer',
    default: 2048,
    min: 1,
    description: 'Largest file that may be uploaded, in MB',
  }),
  option({
    name: 'allowsPrivateHosts',
    env: 'POWERSET_ALLOW_PRIVATE_HOSTS',
    option: '--allow-private-hosts',
    kind: 'boolean',
    default: true,
    description: 'Lets databases be connected that are on this machine or in private networks',
  }),
  option({
    name: 'sqliteFolder',
    env: 'POWERSET_SQLITE_FOLDER',
    option: '--sqlite-folder',
    kind: 'text',
    default: null,
    description:
      'Folder whose SQLite files may be connected (`sqlite:///sales.db`), and those of folders inside it; without it none are opened',
  }),
  option({
    name: 'lakeFolders',
    env: 'POWERSET_LAKE_FOLDERS',
    option: '--lake-folders',
    kind: 'list',
    default: [],
    description:
      'Folders whose files may be connected as tables, each as `name=path`, separated by commas (`sales=/srv/sales` is `files:///sales`); without it none are opened',
  }),
  option({
    name: 'walletFolders',
    env: 'POWERSET_WALLET_FOLDERS',
    option: '--wallet-folders',
    kind: 'list',
    default: [],
    description:
      'Folders with wallets of Oracle (`ewallet.pem`, `tnsnames.ora`) that connections may name, each as `name=path`, separated by commas (`sales=/etc/oracle/sales` is `?wallet_location=sales`); without it none are read',
  }),
  option({
    name: 'lakeBuckets',
    env: 'POWERSET_LAKE_BUCKETS',
    option: '--lake-buckets',
    kind: 'list',
    default: [],
    description:
      'Buckets whose files may be connected as tables, each as `host/bucket` with `*` for any letters, separated by commas (`s3.eu-west-1.amazonaws.com/sales-*`); without it none are opened',
  }),
  option({
    name: 'lakeCacheMb',
    env: 'POWERSET_LAKE_CACHE_MB',
    option: '--lake-cache-mb',
    kind: 'integer',
    default: 10240,
    min: 100,
    description: 'Disk for copies of files in buckets, in MB; those that nobody asked for longest go first',
  }),
  option({
    name: 'sessionHours',
    env: 'POWERSET_SESSION_HOURS',
    option: '--session-hours',
    kind: 'integer',
    default: 744,
    min: 1,
    description: 'How long a sign-in lasts without use, in hours',
  }),
  option({
    name: 'costlyCallsPerMinute',
    env: 'POWERSET_COSTLY_CALLS_PER_MINUTE',
    option: '--costly-calls-per-minute',
    kind: 'integer',
    default: 0,
    min: 0,
    description:
      'How many charts, queries of the SQL editor, pictures and files one person may ask for within a minute, each process for itself; of those without an account one network; 0: as many as anybody likes',
  }),
  option({
    name: 'publicRoleLike',
    env: 'POWERSET_PUBLIC_ROLE_LIKE',
    option: '--public-role-like',
    kind: 'text',
    default: null,
    description: 'Role whose permissions visitors without sign-in get',
  }),
  option({
    name: 'letsAgentsIn',
    env: 'POWERSET_AGENTS',
    option: '--agents',
    kind: 'boolean',
    default: true,
    description:
      'Lets agents’ programs ask people for access to `/mcp` by OAuth; nothing is open before somebody says yes on a page. Off: API keys alone',
  }),
  option({
    name: 'guestTokenSecret',
    env: 'POWERSET_GUEST_TOKEN_JWT_SECRET',
    option: '--guest-token-jwt-secret',
    kind: 'text',
    default: null,
    isSecret: true,
    description:
      'Key with which guest tokens of embedded dashboards are signed (HS256), at least 32 characters, so that a server of yours can sign them too; without it the installation’s own key signs them',
  }),
  option({
    name: 'guestTokenAudience',
    env: 'POWERSET_GUEST_TOKEN_JWT_AUDIENCE',
    option: '--guest-token-jwt-audience',
    kind: 'text',
    default: 'powerset',
    description: 'For whom guest tokens are (`aud`); those for others are refused',
  }),
  option({
    name: 'guestTokenSeconds',
    env: 'POWERSET_GUEST_TOKEN_JWT_EXP_SECONDS',
    option: '--guest-token-jwt-exp-seconds',
    kind: 'integer',
    default: 300,
    min: 10,
    max: 86400,
    description: 'How long a guest token lasts, in seconds; pages that embed fetch another before',
  }),
  option({
    name: 'guestRoleName',
    env: 'POWERSET_GUEST_ROLE_NAME',
    option: '--guest-role-name',
    kind: 'text',
    default: 'Public',
    description:
      'Role of guests: its row-level rules bind them, and of its permissions they get `can_csv`, `can_share_dashboard`, `can_drill`, `can_view_chart_as_table` and `can_get_drill_info`; no role opens them more than the embedded dashboard',
  }),
  option({
    name: 'accessLink',
    env: 'POWERSET_ACCESS_LINK',
    option: '--access-link',
    kind: 'text',
    default: null,
    description: 'Address where people ask for access; errors about missing access lead there',
  }),
  option({
    name: 'errorMessages',
    env: 'POWERSET_ERROR_MESSAGES',
    option: '--error-messages',
    kind: 'texts',
    default: null,
    description: 'Friendlier words by type of error, as JSON: `{"BACKEND_TIMEOUT_ERROR": "..."}`',
  }),
  option({
    name: 'scheduleForm',
    env: 'POWERSET_SCHEDULED_QUERIES',
    option: '--scheduled-queries',
    kind: 'text',
    default: null,
    description:
      'Lets people schedule saved queries: what they are asked, as JSON Schema, `{"JSONSCHEMA": {"properties": {"hour": {"type": "integer", "title": "Hour"}}, "required": ["hour"]}}`; a scheduler of yours reads it in `extra.schedule_info` of `/api/v1/saved_query/` and runs the queries',
  }),
  option({
    name: 'runsSchedules',
    env: 'POWERSET_SCHEDULES',
    option: '--schedules',
    kind: 'boolean',
    default: true,
    description:
      'Lets people schedule saved queries and runs them by the clock, as their owners; off where `POWERSET_SCHEDULED_QUERIES` leaves that to a scheduler of yours',
  }),
  option({
    name: 'scheduleRuns',
    env: 'POWERSET_SCHEDULE_RUNS',
    option: '--schedule-runs',
    kind: 'integer',
    default: 2,
    min: 1,
    max: 20,
    description: 'How many scheduled queries run at once; more wait',
  }),
  option({
    name: 'scheduleGapMinutes',
    env: 'POWERSET_SCHEDULE_GAP_MINUTES',
    option: '--schedule-gap-minutes',
    kind: 'integer',
    default: 5,
    min: 1,
    max: 1440,
    description: 'Fewest minutes between two runs of one schedule; more frequent ones are refused',
  }),
  option({
    name: 'scheduleLimitMinutes',
    env: 'POWERSET_SCHEDULE_LIMIT_MINUTES',
    option: '--schedule-limit-minutes',
    kind: 'integer',
    default: 60,
    min: 1,
    max: 1440,
    description:
      'How long one scheduled run may take, in minutes; each statement besides no longer than in the SQL editor',
  }),
  option({
    name: 'oidcIssuer',
    env: 'POWERSET_OIDC_ISSUER',
    option: '--oidc-issuer',
    kind: 'text',
    default: null,
    description:
      'Lets people sign in at this OpenID Connect provider, `https://login.example.com/realms/ours`; its client is sent back to `/oauth-authorized/<name>` of this server',
  }),
  option({
    name: 'oidcAuthorizeUrl',
    env: 'POWERSET_OIDC_AUTHORIZE_URL',
    option: '--oidc-authorize-url',
    kind: 'text',
    default: null,
    description:
      'In place of an issuer, of a provider that speaks OAuth2 without OpenID Connect: where people sign in, `https://github.com/login/oauth/authorize`',
  }),
  option({
    name: 'oidcTokenUrl',
    env: 'POWERSET_OIDC_TOKEN_URL',
    option: '--oidc-token-url',
    kind: 'text',
    default: null,
    description: 'Where such a provider gives tokens, `https://github.com/login/oauth/access_token`',
  }),
  option({
    name: 'oidcUserInfoUrl',
    env: 'POWERSET_OIDC_USERINFO_URL',
    option: '--oidc-userinfo-url',
    kind: 'text',
    default: null,
    description: 'Where it says as JSON whose token that is, `https://api.github.com/user`',
  }),
  option({
    name: 'oidcIdClaim',
    env: 'POWERSET_OIDC_ID_CLAIM',
    option: '--oidc-id-claim',
    kind: 'text',
    default: 'id',
    description: 'Where that says what never changes of a person, a number or a text',
  }),
  option({
    name: 'oidcClientId',
    env: 'POWERSET_OIDC_CLIENT_ID',
    option: '--oidc-client-id',
    kind: 'text',
    default: null,
    description: 'What the provider calls this server',
  }),
  option({
    name: 'oidcClientSecret',
    env: 'POWERSET_OIDC_CLIENT_SECRET',
    option: '--oidc-client-secret',
    kind: 'text',
    default: null,
    isSecret: true,
    description: 'With which this server shows the provider that it is the one; without it the client is a public one',
  }),
  option({
    name: 'oidcName',
    env: 'POWERSET_OIDC_NAME',
    option: '--oidc-name',
    kind: 'text',
    default: 'oidc',
    description: 'Last part of the address to which people come back; that of Superset’s provider keeps the old one',
  }),
  option({
    name: 'oidcLabel',
    env: 'POWERSET_OIDC_LABEL',
    option: '--oidc-label',
    kind: 'text',
    default: 'single sign-on',
    description: 'What the provider is called on the sign-in page: *Sign in with …*',
  }),
  option({
    name: 'oidcScopes',
    env: 'POWERSET_OIDC_SCOPES',
    option: '--oidc-scopes',
    kind: 'text',
    default: 'openid profile email',
    description: 'What the provider is asked for',
  }),
  option({
    name: 'oidcUserNameClaim',
    env: 'POWERSET_OIDC_USERNAME_CLAIM',
    option: '--oidc-username-claim',
    kind: 'text',
    default: 'preferred_username',
    description: 'Where the provider says the user name of whoever comes for the first time',
  }),
  option({
    name: 'oidcRolesClaim',
    env: 'POWERSET_OIDC_ROLES_CLAIM',
    option: '--oidc-roles-claim',
    kind: 'text',
    default: null,
    description:
      'Where the provider says the groups of a person (`groups`, `realm_access.roles`); roles then follow them at each sign-in',
  }),
  option({
    name: 'oidcRoles',
    env: 'POWERSET_OIDC_ROLES',
    option: '--oidc-roles',
    kind: 'roles',
    default: null,
    description:
      'Roles that such groups stand for, as JSON: `{"bi-admins": "Admin", "staff": "Gamma, sql_lab"}`; `"*"` is everybody, and a list holds names with commas',
  }),
  option({
    name: 'oidcDefaultRoles',
    env: 'POWERSET_OIDC_DEFAULT_ROLES',
    option: '--oidc-default-roles',
    kind: 'list',
    default: [],
    description:
      'Roles of whoever comes for the first time, or has no group that stands for one; without any they are not let in',
  }),
  option({
    name: 'oidcSyncsRoles',
    env: 'POWERSET_OIDC_SYNC_ROLES',
    option: '--oidc-sync-roles',
    kind: 'boolean',
    default: true,
    description:
      'Sets a person’s roles anew at each sign-in, so that whoever left a group loses its roles; off, groups give roles to whoever comes for the first time, and later ones are given here',
  }),
  option({
    name: 'oidcCreatesUsers',
    env: 'POWERSET_OIDC_CREATE_USERS',
    option: '--oidc-create-users',
    kind: 'boolean',
    default: true,
    description: 'Makes an account for whoever comes for the first time; off, only those who have one come in',
  }),
  option({
    name: 'oidcTrustsUserNames',
    env: 'POWERSET_OIDC_TRUST_USERNAMES',
    option: '--oidc-trust-usernames',
    kind: 'boolean',
    default: false,
    description:
      'Takes whoever comes under the user name of an account for its owner, as after moving over; only where nobody at the provider chooses his own',
  }),
  option({
    name: 'samlIssuer',
    env: 'POWERSET_SAML_ISSUER',
    option: '--saml-issuer',
    kind: 'text',
    default: null,
    description:
      'Lets people sign in at the SAML 2.0 provider with this entity ID; it is given `/saml/metadata/` of this server, and needs `POWERSET_PUBLIC_URL`',
  }),
  option({
    name: 'samlSignInUrl',
    env: 'POWERSET_SAML_SIGN_IN_URL',
    option: '--saml-sign-in-url',
    kind: 'text',
    default: null,
    description: 'The provider’s address for signing in (HTTP-Redirect), `https://login.example.com/saml`',
  }),
  option({
    name: 'samlSignInPostUrl',
    env: 'POWERSET_SAML_SIGN_IN_POST_URL',
    option: '--saml-sign-in-post-url',
    kind: 'text',
    default: null,
    description:
      'The same where the provider takes requests by HTTP-POST alone; not used where `POWERSET_SAML_SIGN_IN_URL` is set',
  }),
  option({
    name: 'samlSignOutUrl',
    env: 'POWERSET_SAML_SIGN_OUT_URL',
    option: '--saml-sign-out-url',
    kind: 'text',
    default: null,
    description:
      'The provider’s address for signing out (HTTP-Redirect), so that signing out here or there ends both; needs `POWERSET_SAML_KEY`',
  }),
  option({
    name: 'samlSignOutPostUrl',
    env: 'POWERSET_SAML_SIGN_OUT_POST_URL',
    option: '--saml-sign-out-post-url',
    kind: 'text',
    default: null,
    description:
      'The same where the provider takes such messages by HTTP-POST alone; not used where `POWERSET_SAML_SIGN_OUT_URL` is set',
  }),
  option({
    name: 'samlCertificate',
    env: 'POWERSET_SAML_CERTIFICATE',
    option: '--saml-certificate',
    kind: 'text',
    default: null,
    description:
      'The certificate with which the provider signs, as PEM or as its metadata has it; several PEMs one after the other',
  }),
  option({
    name: 'samlCertificateFile',
    env: 'POWERSET_SAML_CERTIFICATE_FILE',
    option: '--saml-certificate-file',
    kind: 'text',
    default: null,
    description: 'File with that certificate, or with several (PEM)',
  }),
  option({
    name: 'samlKey',
    env: 'POWERSET_SAML_KEY',
    option: '--saml-key',
    kind: 'text',
    default: null,
    description:
      'A private RSA key and its certificate (PEM, one after the other): requests are signed with it, and assertions may be encrypted for it; the provider finds the certificate in the metadata',
    isSecret: true,
  }),
  option({
    name: 'samlEntityId',
    env: 'POWERSET_SAML_ENTITY_ID',
    option: '--saml-entity-id',
    kind: 'text',
    default: null,
    description: 'What the provider calls this server; default the address of `/saml/metadata/`',
  }),
  option({
    name: 'samlLabel',
    env: 'POWERSET_SAML_LABEL',
    option: '--saml-label',
    kind: 'text',
    default: 'single sign-on',
    description: 'What the SAML provider is called on the sign-in page: *Sign in with …*',
  }),
  option({
    name: 'samlNameIdFormat',
    env: 'POWERSET_SAML_NAME_ID_FORMAT',
    option: '--saml-name-id-format',
    kind: 'text',
    default: null,
    description:
      'The kind of NameID that is asked for, `urn:oasis:names:tc:SAML:2.0:nameid-format:persistent`; without it the provider chooses',
  }),
  option({
    name: 'samlIdAttribute',
    env: 'POWERSET_SAML_ID_ATTRIBUTE',
    option: '--saml-id-attribute',
    kind: 'text',
    default: null,
    description: 'By which a person is known for good, whatever else changes; without it the NameID',
  }),
  option({
    name: 'samlUserNameAttribute',
    env: 'POWERSET_SAML_USERNAME_ATTRIBUTE',
    option: '--saml-username-attribute',
    kind: 'text',
    default: null,
    description:
      'Where the SAML provider says the user name of whoever comes for the first time; without it the NameID',
  }),
  option({
    name: 'samlFirstNameAttribute',
    env: 'POWERSET_SAML_FIRST_NAME_ATTRIBUTE',
    option: '--saml-first-name-attribute',
    kind: 'text',
    default: 'givenName',
    description: 'Where the SAML provider says the first name',
  }),
  option({
    name: 'samlLastNameAttribute',
    env: 'POWERSET_SAML_LAST_NAME_ATTRIBUTE',
    option: '--saml-last-name-attribute',
    kind: 'text',
    default: 'sn',
    description: 'Where the SAML provider says the last name',
  }),
  option({
    name: 'samlEmailAttribute',
    env: 'POWERSET_SAML_EMAIL_ATTRIBUTE',
    option: '--saml-email-attribute',
    kind: 'text',
    default: 'mail',
    description: 'Where the SAML provider says the e-mail address',
  }),
  option({
    name: 'samlGroupsAttribute',
    env: 'POWERSET_SAML_GROUPS_ATTRIBUTE',
    option: '--saml-groups-attribute',
    kind: 'text',
    default: null,
    description: 'Where the SAML provider says the groups of a person; roles then follow them at each sign-in',
  }),
  option({
    name: 'samlRoles',
    env: 'POWERSET_SAML_ROLES',
    option: '--saml-roles',
    kind: 'roles',
    default: null,
    description:
      'Roles that such groups stand for, as JSON: `{"bi-admins": "Admin", "staff": "Gamma, sql_lab"}`; `"*"` is everybody, and a list holds names with commas',
  }),
  option({
    name: 'samlDefaultRoles',
    env: 'POWERSET_SAML_DEFAULT_ROLES',
    option: '--saml-default-roles',
    kind: 'list',
    default: [],
    description:
      'Roles of whoever comes from there for the first time, or has no group that stands for one; without any they are not let in',
  }),
  option({
    name: 'samlSyncsRoles',
    env: 'POWERSET_SAML_SYNC_ROLES',
    option: '--saml-sync-roles',
    kind: 'boolean',
    default: true,
    description:
      'Sets a person’s roles anew at each sign-in, so that whoever left a group loses its roles; off, groups give roles to whoever comes from there for the first time, and later ones are given here',
  }),
  option({
    name: 'samlCreatesUsers',
    env: 'POWERSET_SAML_CREATE_USERS',
    option: '--saml-create-users',
    kind: 'boolean',
    default: true,
    description:
      'Makes an account for whoever comes from there for the first time; off, only those who have one come in',
  }),
  option({
    name: 'samlTrustsUserNames',
    env: 'POWERSET_SAML_TRUST_USERNAMES',
    option: '--saml-trust-usernames',
    kind: 'boolean',
    default: false,
    description:
      'Takes whoever comes from there under the user name of an account for its owner; only where nobody at the provider chooses his own',
  }),
  option({
    name: 'ldapUrl',
    env: 'POWERSET_LDAP_URL',
    option: '--ldap-url',
    kind: 'text',
    default: null,
    description:
      'Lets people sign in by the name and password that this directory knows of them: `ldaps://ldap.example.com`, or `ldap://` with `POWERSET_LDAP_START_TLS`',
  }),
  option({
    name: 'ldapStartsTls',
    env: 'POWERSET_LDAP_START_TLS',
    option: '--ldap-start-tls',
    kind: 'boolean',
    default: false,
    description: 'Encrypts a connection to `ldap://` before anything is said',
  }),
  option({
    name: 'ldapCaFile',
    env: 'POWERSET_LDAP_CA_FILE',
    option: '--ldap-ca-file',
    kind: 'text',
    default: null,
    description: 'File with the certificate of whoever signed the directory’s, where that is nobody whom Node knows',
  }),
  option({
    name: 'ldapLabel',
    env: 'POWERSET_LDAP_LABEL',
    option: '--ldap-label',
    kind: 'text',
    default: 'the company directory',
    description: 'What the directory is called on the sign-in page',
  }),
  option({
    name: 'ldapBindDn',
    env: 'POWERSET_LDAP_BIND_DN',
    option: '--ldap-bind-dn',
    kind: 'text',
    default: null,
    description: 'As whom people are looked up; without it as nobody',
  }),
  option({
    name: 'ldapBindPassword',
    env: 'POWERSET_LDAP_BIND_PASSWORD',
    option: '--ldap-bind-password',
    kind: 'text',
    default: null,
    isSecret: true,
    description: 'The password of that reader',
  }),
  option({
    name: 'ldapUserDn',
    env: 'POWERSET_LDAP_USER_DN',
    option: '--ldap-user-dn',
    kind: 'text',
    default: null,
    description:
      'Lets people look themselves up instead, under `uid={username},ou=people,dc=example,dc=com` or `{username}@example.com`',
  }),
  option({
    name: 'ldapBaseDn',
    env: 'POWERSET_LDAP_BASE_DN',
    option: '--ldap-base-dn',
    kind: 'text',
    default: null,
    description: 'Below what people are found: `ou=people,dc=example,dc=com`',
  }),
  option({
    name: 'ldapFilter',
    env: 'POWERSET_LDAP_FILTER',
    option: '--ldap-filter',
    kind: 'text',
    default: '(uid={username})',
    description: 'Finds a person by what was typed as the name; Active Directory: `(sAMAccountName={username})`',
  }),
  option({
    name: 'ldapIdAttribute',
    env: 'POWERSET_LDAP_ID_ATTRIBUTE',
    option: '--ldap-id-attribute',
    kind: 'text',
    default: 'entryUUID',
    description: 'By which a person is known for good, whatever else changes; Active Directory: `objectGUID`',
  }),
  option({
    name: 'ldapUserNameAttribute',
    env: 'POWERSET_LDAP_USERNAME_ATTRIBUTE',
    option: '--ldap-username-attribute',
    kind: 'text',
    default: 'uid',
    description: 'Where the user name of whoever comes for the first time stands; Active Directory: `sAMAccountName`',
  }),
  option({
    name: 'ldapFirstNameAttribute',
    env: 'POWERSET_LDAP_FIRST_NAME_ATTRIBUTE',
    option: '--ldap-first-name-attribute',
    kind: 'text',
    default: 'givenName',
    description: 'Where the first name stands',
  }),
  option({
    name: 'ldapLastNameAttribute',
    env: 'POWERSET_LDAP_LAST_NAME_ATTRIBUTE',
    option: '--ldap-last-name-attribute',
    kind: 'text',
    default: 'sn',
    description: 'Where the last name stands',
  }),
  option({
    name: 'ldapEmailAttribute',
    env: 'POWERSET_LDAP_EMAIL_ATTRIBUTE',
    option: '--ldap-email-attribute',
    kind: 'text',
    default: 'mail',
    description: 'Where the e-mail address stands',
  }),
  option({
    name: 'ldapGroupsAttribute',
    env: 'POWERSET_LDAP_GROUPS_ATTRIBUTE',
    option: '--ldap-groups-attribute',
    kind: 'text',
    default: null,
    description: 'Where the groups of a person stand (`memberOf`); roles then follow them at each sign-in',
  }),
  option({
    name: 'ldapGroupsBaseDn',
    env: 'POWERSET_LDAP_GROUPS_BASE_DN',
    option: '--ldap-groups-base-dn',
    kind: 'text',
    default: null,
    description: 'Below what groups are searched that name their members; roles then follow them at each sign-in',
  }),
  option({
    name: 'ldapGroupsFilter',
    env: 'POWERSET_LDAP_GROUPS_FILTER',
    option: '--ldap-groups-filter',
    kind: 'text',
    default: '(|(member={dn})(uniqueMember={dn})(memberUid={username}))',
    description:
      'Finds the groups of a person; with those in groups, in Active Directory: `(member:1.2.840.113556.1.4.1941:={dn})`',
  }),
  option({
    name: 'ldapRoles',
    env: 'POWERSET_LDAP_ROLES',
    option: '--ldap-roles',
    kind: 'roles',
    default: null,
    description:
      'Roles that groups stand for, by their names or whole DNs, as JSON: `{"bi-admins": "Admin", "cn=staff,ou=groups,dc=example,dc=com": "Gamma, sql_lab"}`; `"*"` is everybody, and a list holds names with commas',
  }),
  option({
    name: 'ldapDefaultRoles',
    env: 'POWERSET_LDAP_DEFAULT_ROLES',
    option: '--ldap-default-roles',
    kind: 'list',
    default: [],
    description:
      'Roles of whoever comes for the first time, or has no group that stands for one; without any they are not let in',
  }),
  option({
    name: 'ldapSyncsRoles',
    env: 'POWERSET_LDAP_SYNC_ROLES',
    option: '--ldap-sync-roles',
    kind: 'boolean',
    default: true,
    description:
      'Sets a person’s roles anew at each sign-in, so that whoever left a group loses its roles; off, groups give roles to whoever comes for the first time, and later ones are given here',
  }),
  option({
    name: 'ldapCreatesUsers',
    env: 'POWERSET_LDAP_CREATE_USERS',
    option: '--ldap-create-users',
    kind: 'boolean',
    default: true,
    description: 'Makes an account for whoever comes for the first time; off, only those who have one come in',
  }),
  option({
    name: 'ldapTrustsUserNames',
    env: 'POWERSET_LDAP_TRUST_USERNAMES',
    option: '--ldap-trust-usernames',
    kind: 'boolean',
    default: false,
    description:
      'Takes whoever comes under the user name of an account for its owner, as after moving over; only where nobody in the directory chooses his own',
  }),
  option({
    name: 'ldapCheckMinutes',
    env: 'POWERSET_LDAP_CHECK_MINUTES',
    option: '--ldap-check-minutes',
    kind: 'integer',
    default: 60,
    min: 0,
    max: 1440,
    description:
      'How often those who are known by the directory are looked up there again, in minutes; who is gone is switched off. 0 for never',
  }),
  option({
    name: 'requiredFactor',
    env: 'POWERSET_REQUIRE_SECOND_FACTOR',
    option: '--require-second-factor',
    kind: 'text',
    default: 'nobody',
    choices: ['nobody', 'admins', 'everybody'],
    description:
      'Who must have a second factor besides the password: `nobody`, `admins` or `everybody`; whoever has none sets one up at the next sign-in',
  }),
  option({
    name: 'takesPasswords',
    env: 'POWERSET_PASSWORD_SIGN_IN',
    option: '--password-sign-in',
    kind: 'boolean',
    default: true,
    description:
      'Lets people sign in by name and password; off, they sign in at the provider alone, and programs by API keys',
  }),
  option({
    name: 'registrationWay',
    env: 'POWERSET_REGISTRATION',
    option: '--registration',
    kind: 'text',
    default: 'off',
    choices: ['off', 'email'],
    description:
      'Lets people make accounts themselves: `email` sends a link to their address, by which they choose a password; needs a mail server and `POWERSET_PUBLIC_URL`',
  }),
  option({
    name: 'registrationDomains',
    env: 'POWERSET_REGISTRATION_DOMAINS',
    option: '--registration-domains',
    kind: 'list',
    default: [],
    description: 'Domains whose e-mail addresses get such an account, separated by commas; `*` for all',
  }),
  option({
    name: 'registrationRoles',
    env: 'POWERSET_REGISTRATION_ROLES',
    option: '--registration-roles',
    kind: 'list',
    default: [],
    description: 'Roles of those who register, `Gamma`; never that of administrators',
  }),
  option({
    name: 'logDays',
    env: 'POWERSET_LOG_DAYS',
    option: '--log-days',
    kind: 'integer',
    default: 90,
    min: 1,
    max: 3650,
    description: 'How long the action log is kept, in days',
  }),
  option({
    name: 'trashDays',
    env: 'POWERSET_TRASH_DAYS',
    option: '--trash-days',
    kind: 'integer',
    default: 30,
    min: 0,
    max: 3650,
    description:
      'How long deleted charts, dashboards, datasets and saved queries can be brought back, in days; with 0 they go at once',
  }),
  option({
    name: 'smtpUrl',
    env: 'POWERSET_SMTP_URL',
    option: '--smtp-url',
    kind: 'text',
    default: null,
    isSecret: true,
    description:
      'Mail server for reports, alerts, invitations and forgotten passwords, `smtp://name:password@mail.example.com:587` or `smtps://…:465`; `?tls=required` refuses to send unencrypted. Without it nothing goes by mail',
  }),
  option({
    name: 'mailFrom',
    env: 'POWERSET_MAIL_FROM',
    option: '--mail-from',
    kind: 'text',
    default: null,
    description: 'Address from which mail comes; needed with a mail server',
  }),
  option({
    name: 'allowsPrivateWebhooks',
    env: 'POWERSET_WEBHOOK_PRIVATE_HOSTS',
    option: '--webhook-private-hosts',
    kind: 'boolean',
    default: false,
    description:
      'Lets reports be posted to addresses on this machine and in private networks, and without encryption; addresses of cloud metadata are never called',
  }),
  option({
    name: 'reportRuns',
    env: 'POWERSET_REPORT_RUNS',
    option: '--report-runs',
    kind: 'integer',
    default: 2,
    min: 1,
    max: 20,
    description: 'How many reports and alerts run at once; more wait',
  }),
  option({
    name: 'reportRetrySeconds',
    env: 'POWERSET_REPORT_RETRY_SECONDS',
    option: '--report-retry-seconds',
    kind: 'integer',
    default: 20,
    min: 0,
    max: 600,
    description:
      'How long a report waits before it is sent again after a mail server or webhook was away; the second time thrice as long',
  }),
  option({
    name: 'deniedChartTypes',
    env: 'POWERSET_VIZ_TYPE_DENYLIST',
    option: '--viz-type-denylist',
    kind: 'list',
    default: [],
    description:
      'Chart types (`pie`, `word_cloud`) that nobody is offered for new charts, separated by commas; charts of these types stay',
  }),
  option({
    name: 'pluginFolder',
    env: 'POWERSET_PLUGINS',
    option: '--plugins',
    kind: 'text',
    default: null,
    description:
      'Folder of chart plugins, read at start, each in a folder of its own (`docs/plugins.md`); the server runs none of their code, and pages run it in frames of its own. Without it there are none',
  }),
  option({
    name: 'mapTiles',
    env: 'POWERSET_MAP_TILES',
    option: '--map-tiles',
    kind: 'text',
    default: null,
    description:
      'Address of map tiles under maps that move, like `https://tiles.example.com/{z}/{x}/{y}.png`: browsers fetch them from there, and the page’s policy names it. Without it maps are drawn from the build, and nothing is fetched',
  }),
  option({
    name: 'frameSites',
    env: 'POWERSET_FRAME_SITES',
    option: '--frame-sites',
    kind: 'list',
    default: [],
    description:
      'Sites whose pages may show charts and dashboards with `standalone` in a frame, as `https://wiki.example.com` or `https://*.example.com`, separated by commas; without it none may (`docs/embedding.md`)',
  }),
  option({
    name: 'mapAttribution',
    env: 'POWERSET_MAP_ATTRIBUTION',
    option: '--map-attribution',
    kind: 'text',
    default: null,
    description: 'Whose map the tiles are, as their owner wants it said on each map: `© OpenStreetMap contributors`',
  }),
  option({
    name: 'asyncTransport',
    env: 'POWERSET_GLOBAL_ASYNC_QUERIES_TRANSPORT',
    option: '--global-async-queries-transport',
    kind: 'text',
    default: 'polling',
    choices: ['polling', 'ws'],
    description:
      'How pages hear of the ends of asynchronous queries (`GLOBAL_ASYNC_QUERIES`): `polling`, or `ws` for a WebSocket of this server',
  }),
  option({
    name: 'asyncSocketUrl',
    env: 'POWERSET_GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL',
    option: '--global-async-queries-websocket-url',
    kind: 'text',
    default: null,
    description:
      'Address at which pages reach that WebSocket, `wss://bi.example.com/ws/async_event/`, where a proxy serves it elsewhere than pages; of the same host, as it is opened with the session’s cookie',
  }),
  option({
    name: 'featureFlags',
    env: 'POWERSET_FEATURES',
    option: '--features',
    kind: 'list',
    default: [],
    description: 'Feature flags to turn on, or off with a leading `-`, separated by commas; unknown ones are refused',
  }),
  option({
    name: 'otlpUrl',
    env: 'POWERSET_OTLP_URL',
    option: '--otlp-url',
    kind: 'text',
    default: null,
    description:
      'Collector of OpenTelemetry that gets traces of requests, queries, reports and pictures as OTLP/HTTP JSON: `http://127.0.0.1:4318`, to which `/v1/traces` is added, or the whole address. Without it there are none',
  }),
  option({
    name: 'otlpHeaders',
    env: 'POWERSET_OTLP_HEADERS',
    option: '--otlp-headers',
    kind: 'text',
    default: null,
    isSecret: true,
    description:
      'Headers for that collector, `authorization=Bearer%20abc,x-tenant=bi`; values are read as parts of an address are (`%20` is a space)',
  }),
  option({
    name: 'otlpPercent',
    env: 'POWERSET_OTLP_PERCENT',
    option: '--otlp-percent',
    kind: 'integer',
    default: 100,
    min: 0,
    max: 100,
    description:
      'How many of a hundred traces that begin here are kept; those that came with a `traceparent` follow what it says',
  }),
  option({
    name: 'otlpTellsSql',
    env: 'POWERSET_OTLP_SQL',
    option: '--otlp-sql',
    kind: 'boolean',
    default: false,
    description: 'Lets spans of queries carry their text, which holds the values that people filter by',
  }),
  option({
    name: 'logLevel',
    env: 'POWERSET_LOG_LEVEL',
    option: '--log-level',
    kind: 'text',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  }),
] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port; null when the request says it. */
  readonly publicUrl: string | null;
  /** Address of map tiles with `{x}`, `{y}` and `{z}`, and whose they are. */
  readonly mapTiles: string | null;
  /** Whose pages may show charts and dashboards without the product around them. */
  readonly frameSites: readonly string[];
  readonly mapAttribution: string | null;
  readonly trustedProxies: readonly string[];
  readonly dataFolder: string;
  readonly metadataUrl: string | null;
  readonly metadataWaitSeconds: number;
  /** Where other processes of the installation reach this one; null where it is the only one. */
  readonly peerUrl: string | null;
  /** Server by which processes share answers; null where each has its own. */
  /** What it does of several. */
  readonly role: ProcessRole;
  readonly workerJobs: number;
  readonly redisUrl: string | null;
  readonly redisCaFile: string | null;
  readonly redisCertFile: string | null;
  readonly redisKeyFile: string | null;
  readonly tlsCertFile: string | null;
  readonly tlsKeyFile: string | null;
  readonly tlsCaFile: string | null;
  readonly asksTlsClients: boolean;
  readonly adminUsername: string | null;
  readonly adminPassword: string | null;
  readonly hasExamples: boolean;
  readonly examplesScale: number;
  readonly engineMemoryMb: number;
  readonly engineThreads: number;
  readonly queryTimeoutSeconds: number;
  readonly sqlTimeoutSeconds: number;
  readonly bodyTimeoutSeconds: number;
  readonly rowLimit: number;
  readonly sqlMaxRow: number;
  readonly sqllabMaxRow: number;
  readonly displayMaxRow: number;
  readonly defaultSqllabLimit: number;
  /** 0 for none. */
  readonly defaultSqllabDatabaseId: number;
  readonly cacheMb: number;
  readonly cacheTimeoutSeconds: number;
  readonly preAggregates: boolean;
  readonly resultsMb: number;
  /** A folder, or the address of a bucket; null where each process keeps its own alone. */
  readonly resultsStorage: string | null;
  readonly defusesFormulas: boolean;
  readonly csvNull: string | null;
  readonly uploadMaxMb: number;
  readonly allowsPrivateHosts: boolean;
  readonly sqliteFolder: string | null;
  /** Paths of folders by the names under which their files may be connected. */
  readonly lakeFolders: Readonly<Record<string, string>>;
  readonly walletFolders: Readonly<Record<string, string>>;
  readonly lakeBuckets: readonly string[];
  readonly lakeCacheMb: number;
  readonly sessionHours: number;
  readonly costlyCallsPerMinute: number;
  readonly publicRoleLike: string | null;
  readonly guestTokenSecret: string | null;
  readonly guestTokenAudience: string;
  readonly guestTokenSeconds: number;
  readonly letsAgentsIn: boolean;
  readonly guestRoleName: string;
  readonly accessLink: string | null;
  readonly errorMessages: Readonly<Record<string, string>> | null;
  readonly scheduleForm: ScheduleForm | null;
  /** Not where an outside scheduler is said to do it. */
  readonly runsSchedules: boolean;
  readonly scheduleRuns: number;
  readonly scheduleGapMinutes: number;
  readonly scheduleLimitMinutes: number;
  /** Null where nobody signs in at a provider. */
  readonly oidc: OidcSettings | null;
  readonly saml: SamlSettings | null;
  readonly ldap: LdapSettings | null;
  readonly takesPasswords: boolean;
  /** Null where administrators make all accounts. */
  readonly registration: RegistrationSettings | null;
  readonly requiredFactor: RequiredFactor;
  readonly logDays: number;
  readonly trashDays: number;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly allowsPrivateWebhooks: boolean;
  readonly reportRuns: number;
  readonly reportRetrySeconds: number;
  readonly deniedChartTypes: readonly string[];
  readonly pluginFolder: string | null;
  readonly asyncTransport: string;
  /** Null where pages find the WebSocket under their own address. */
  readonly asyncSocketUrl: string | null;
  /** Null where nobody collects traces. */
  readonly otlpUrl: string | null;
  readonly otlpHeaders: Readonly<Record<string, string>>;
  readonly otlpPercent: number;
  readonly otlpTellsSql: boolean;
  readonly featureFlags: Readonly<Record<string, boolean>>;
  readonly logLevel: string;
  /** Where the built web application and the engines' children live. */
  readonly webFolder: string;
  readonly childEntry: string;
  readonly sqliteChildEntry: string;
  readonly kerberos: KerberosSettings;
  /** The program of the threads. */
  readonly threadEntry: string;
  /** The program of the thread that draws pictures. */
  readonly pictureEntry: string;
}

interface KerberosSettings {
  readonly childEntry: string;
  /** What the system's Kerberos is told of where its settings, tickets and keys are. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A setting that cannot be used; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

interface ConfigSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the installation, for defaults. */
  readonly root: string;
}

/** Every option with what it does, for the terminal. */
export function describeOptions(): string {
  const lines = configOptions.map(({ option: name, env, description, default: value }) => {
    const usual = String(value ?? '') === '' ? '' : `; default ${String(value)}`;
    return `  ${name.padEnd(24)} ${description} (${env}${usual})`;
  });
  return ['npm start -- [options]', '', ...lines, '', '  --help                   Shows this text'].join('\n');
}

/** Reads settings: options win over environment variables, those over defaults. Unknown options are an error. */
export function parseConfig({ argv, env, root }: ConfigSource): Config {
  const given = parseArguments(argv);
  const values = Object.fromEntries(
    configOptions.map((definition) => [
      definition.name,
      readOption(definition, given.get(definition.option) ?? readVariable(env, definition)),
    ]),
  );
  const settings = values as unknown as Config &
    GivenOidc &
    GivenLdap &
    GivenRegistration &
    GivenSaml & {
      featureFlags: readonly string[];
      lakeFolders: readonly string[];
      walletFolders: readonly string[];
      scheduleForm: string | null;
      otlpHeaders: string | null;
    };
  const scheduleForm = readScheduleForm(settings.scheduleForm);
  return {
    ...settings,
    publicUrl: toOrigin(settings.publicUrl, 'POWERSET_PUBLIC_URL (--public-url)'),
    peerUrl: checkPeerUrl(settings),
    role: checkRole(settings),
    resultsStorage: checkResultsStorage(settings.resultsStorage),
    redisUrl: checkRedisUrl(settings.redisUrl),
    ...readTls(settings),
    mapTiles: checkTiles(settings.mapTiles),
    frameSites: readFrameSites(settings.frameSites),
    asyncSocketUrl: checkSocketUrl(settings.asyncSocketUrl),
    ...readOtlp(settings),
    trustedProxies: checkProxies(settings.trustedProxies),
    dataFolder: toFolder(settings.dataFolder, root),
    metadataUrl: checkMetadataUrl(settings.metadataUrl),
    pluginFolder: settings.pluginFolder && toFolder(settings.pluginFolder, root),
    sqliteFolder: settings.sqliteFolder && toFolder(settings.sqliteFolder, root),
    lakeFolders: readFolders(settings.lakeFolders, 'lake', (folder) => toFolder(folder, root)),
    walletFolders: readFolders(settings.walletFolders, 'wallet', (folder) => toFolder(folder, root)),
    engineMemoryMb: settings.engineMemoryMb || Math.floor(availableMemory() / 2 / 1024 / 1024),
    featureFlags: readFlags(settings.featureFlags),
    guestTokenSecret: checkGuestSecret(settings.guestTokenSecret),
    ...checkMail(settings),
    oidc: readOidc(settings),
    saml: readSaml(settings),
    ldap: readLdap(settings),
    takesPasswords: checkPasswordSignIn(settings),
    registration: readRegistration(settings),
    scheduleForm,
    runsSchedules: settings.runsSchedules && scheduleForm === null,
    webFolder: join(root, 'apps/web/dist'),
    childEntry: join(root, 'apps/server/dist/duckdb-child.js'),
    sqliteChildEntry: join(root, 'apps/server/dist/sqlite-child.js'),
    kerberos: {
      childEntry: join(root, 'apps/server/dist/kerberos-child.js'),
      variables: pickVariables(env, kerberosNames),
    },
    threadEntry: join(root, 'apps/server/dist/thread.js'),
    pictureEntry: join(root, 'apps/server/dist/picture-thread.js'),
  };
}

const kerberosNames = ['KRB5_CONFIG', 'KRB5CCNAME', 'KRB5_CLIENT_KTNAME', 'KRB5_TRACE'] as const;

function pickVariables(env: ConfigSource['env'], names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

function readVariable(env: ConfigSource['env'], { env: name, isSecret }: ConfigOption): string | undefined {
  if (!isSecret) return env[name];
  try {
    return readSecret(env, name);
  } catch (error) {
    throw error instanceof SecretError ? new ConfigError(error.message) : error;
  }
}

/** What a container may use is less than what its machine has. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function readFlags(flags: readonly string[]): Readonly<Record<string, boolean>> {
  const unknown = findUnknownFlags(flags);
  if (unknown.length === 0) return applyFlags(flags);
  throw new ConfigError(
    `POWERSET_FEATURES (--features) must name known flags, not ${unknown.join(', ')}. Known flags: ${Object.keys(defaultFeatureFlags).join(', ')}.`,
  );
}

function readScheduleForm(text: string | null): ScheduleForm | null {
  if (text === null) return null;
  const form = parseScheduleForm(text);
  if (form) return form;
  throw new ConfigError(
    'POWERSET_SCHEDULED_QUERIES (--scheduled-queries) must be {"JSONSCHEMA": {"properties": {...}, "required": [...]}} alone, with properties of type string, integer, number or boolean.',
  );
}

/** What is shared is shared by the store alone: what only one process has is switched off. */
function checkPeerUrl({ peerUrl, metadataUrl }: Pick<Config, 'peerUrl' | 'metadataUrl'>): string | null {
  const origin = toOrigin(peerUrl, 'POWERSET_PEER_URL (--peer-url)');
  if (origin === null) return null;
  if (!metadataUrl)
    throw new ConfigError(
      'POWERSET_PEER_URL (--peer-url) needs POWERSET_METADATA_URL: processes share a metadata server.',
    );
  return origin;
}

function checkRole({ role, peerUrl }: { readonly role: string; readonly peerUrl: string | null }): ProcessRole {
  if (role !== 'web' && role !== 'worker') return 'all';
  if (!peerUrl)
    throw new ConfigError(
      `POWERSET_ROLE (--role) "${role}" needs POWERSET_PEER_URL: what one process does not do, another one does.`,
    );
  return role;
}

function checkResultsStorage(value: string | null): string | null {
  if (!value) return null;
  const isBucket = /^s3:\/\/[^/]+\/[^/?#]/.test(value);
  if (!isBucket && !isAbsolute(value))
    throw new ConfigError(
      // The address may hold a secret.
      'POWERSET_RESULTS_STORAGE (--results-storage) must be the whole path of a folder, or an address like s3://key:secret@host/bucket/folder?region=eu-west-1.',
    );
  return value;
}

function checkRedisUrl(value: string | null): string | null {
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || !url.hostname)
    throw new ConfigError(
      // The address may hold a password.
      'POWERSET_REDIS_URL (--redis-url) must be an address like redis://:password@10.0.0.7:6379/0, or rediss:// for TLS.',
    );
  return value;
}

function readTls(given: GivenTls): GivenTls {
  const read = readTlsSettings(given);
  if ('wrong' in read) throw new ConfigError(read.wrong);
  return read;
}

function toOrigin(value: string | null, name: string): string | null {
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.username)
    throw new ConfigError(`${name} must be an address like https://bi.example.com, not "${value}".`);
  return url.origin;
}

function readOidc(given: GivenOidc): OidcSettings | null {
  const read = readOidcSettings(given);
  if (read && 'wrong' in read) throw new ConfigError(read.wrong);
  return read;
}

function readSaml(given: GivenSaml): SamlSettings | null {
  const read = readSamlSettings(given);
  if (read && 'wrong' in read) throw new ConfigError(read.wrong);
  return read;
}

function readLdap(given: GivenLdap): LdapSettings | null {
  const read = readLdapSettings(given);
  if (read && 'wrong' in read) throw new ConfigError(read.wrong);
  return read;
}

function readRegistration(given: GivenRegistration): RegistrationSettings | null {
  const read = readRegistrationSettings(given);
  if (read && 'wrong' in read) throw new ConfigError(read.wrong);
  return read;
}

function checkPasswordSignIn(given: GivenOidc & GivenSaml & Pick<Config, 'takesPasswords'>): boolean {
  const { takesPasswords, oidcIssuer, oidcTokenUrl, samlIssuer } = given;
  if (takesPasswords || oidcIssuer || oidcTokenUrl || samlIssuer) return takesPasswords;
  throw new ConfigError(
    'POWERSET_PASSWORD_SIGN_IN (--password-sign-in) can be off only where POWERSET_OIDC_ISSUER or POWERSET_SAML_ISSUER names a provider: nobody could sign in.',
  );
}

function readOtlp({ otlpUrl, otlpHeaders }: GivenOtlp) {
  const read = readOtlpSettings({ otlpUrl, otlpHeaders });
  if ('wrong' in read) throw new ConfigError(read.wrong);
  return read;
}

/** A key that could be guessed would let anybody in. */
function checkGuestSecret(secret: string | null): string | null {
  if (!secret) return null;
  if (secret.length >= 32) return secret;
  throw new ConfigError(
    'POWERSET_GUEST_TOKEN_JWT_SECRET (--guest-token-jwt-secret) must have at least 32 characters that cannot be guessed.',
  );
}

/** A mail server and an address go together; the message holds no password. */
function checkMail({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>) {
  if (smtpUrl === null) return { smtpUrl, mailFrom };
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new ConfigError(
      'POWERSET_SMTP_URL (--smtp-url) must be an address like smtp://name:password@mail.example.com:587.',
    );
  if (!mailFrom || !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(mailFrom))
    throw new ConfigError(
      'POWERSET_MAIL_FROM (--mail-from) must be the address from which mail comes, like reports@example.com.',
    );
  return { smtpUrl, mailFrom };
}

function readFolders(
  entries: readonly string[],
  kind: 'lake' | 'wallet',
  toPath: (folder: string) => string,
): Readonly<Record<string, string>> {
  const folders = new Map<string, string>();
  for (const entry of entries) {
    const [, name, folder] = /^([\w-]{1,100})=(.+)$/s.exec(entry) ?? [];
    if (name === undefined || folder === undefined || folders.has(name))
      throw new ConfigError(
        `POWERSET_${kind.toUpperCase()}_FOLDERS (--${kind}-folders) must list each folder once as name=path, for example sales=/srv/sales, not "${entry}".`,
      );
    folders.set(name, toPath(folder.trim()));
  }
  return Object.fromEntries(folders);
}

function readFrameSites(given: readonly string[]): readonly string[] {
  const site = new RegExp(sitePattern);
  const sites = given.map((text) => text.replace(/\/$/, '').toLowerCase());
  const wrong = sites.find((text) => !site.test(text));
  if (wrong === undefined) return sites;
  throw new ConfigError(
    `POWERSET_FRAME_SITES (--frame-sites) must be sites like https://wiki.example.com or https://*.example.com, not "${wrong}".`,
  );
}

function checkTiles(address: string | null): string | null {
  if (!address) return null;
  const filled = address.replaceAll(/\{[xyz]\}/g, '0');
  const hasPlace = ['{x}', '{y}', '{z}'].every((part) => address.includes(part));
  // A name with a star or a blank would say more in the page's policy than one address.
  const url = URL.canParse(filled) && !/[\s;,*'{}]/.test(filled) ? new URL(filled) : null;
  if (url && hasPlace && ['http:', 'https:'].includes(url.protocol) && !url.username) return address;
  throw new ConfigError(
    `POWERSET_MAP_TILES (--map-tiles) must be an address like https://tiles.example.com/{z}/{x}/{y}.png, not "${address}".`,
  );
}

function checkSocketUrl(address: string | null): string | null {
  if (address === null) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url && !url.search && !url.hash && !url.username && !/[\s;,*']/.test(address);
  if (isPlain && ['ws:', 'wss:'].includes(url.protocol)) return address;
  throw new ConfigError(
    `POWERSET_GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL (--global-async-queries-websocket-url) must be an address like wss://bi.example.com/ws/async_event/, not "${address}".`,
  );
}

function checkMetadataUrl(value: string | null): string | null {
  if (value === null || (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol))) return value;
  throw new ConfigError(
    'POWERSET_METADATA_URL (--metadata-url) must be an address like postgresql://user:password@host:5432/name.',
  );
}

function checkProxies(proxies: readonly string[]): readonly string[] {
  const wrong = proxies.find((proxy) => !isAddressOrNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `POWERSET_TRUSTED_PROXIES (--trusted-proxies) must hold addresses like 10.0.0.1 or networks like 10.0.0.0/8, not "${wrong}".`,
  );
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= longest))
  );
}

function toFolder(value: string | null, root: string): string {
  if (!value) return join(root, 'data');
  return resolve(value.startsWith('~/') ? join(homedir(), value.slice(2)) : value);
}

function parseArguments(argv: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (let index = 0; index < argv.length; index += 1) {
    const [name = '', inline] = (argv[index] ?? '').split(/=(.*)/s);
    if (name === '--no-examples') given.set('--examples', 'false');
    else index += takeOption({ given, name, inline, next: argv[index + 1] });
  }
  return given;
}

interface Argument {
  readonly given: Map<string, string>;
  readonly name: string;
  readonly inline: string | undefined;
  readonly next: string | undefined;
}

/** Notes one option and returns how many further arguments it used. */
function takeOption({ given, name, inline, next }: Argument): number {
  const definition = configOptions.find((candidate) => candidate.option === name);
  if (!definition)
    throw new ConfigError(
      `Unknown option ${name}. Known options: ${configOptions.map((known) => known.option).join(', ')}, --no-examples, --help.`,
    );
  if (inline !== undefined) given.set(name, inline);
  else if (definition.kind === 'boolean' && (next === undefined || next.startsWith('--'))) given.set(name, 'true');
  else if (next === undefined) throw new ConfigError(`Option ${name} needs a value.`);
  else given.set(name, next);
  return given.get(name) === next && inline === undefined ? 1 : 0;
}

function readOption(definition: ConfigOption, text: string | undefined): unknown {
  if (text === undefined || text === '') return definition.default;
  const name = `${definition.env} (${definition.option})`;
  if (definition.kind === 'integer') return readInteger(definition, text, name);
  if (definition.kind === 'list')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  if (definition.kind === 'text') return readText(definition, text, name);
  if (definition.kind === 'texts') return readTexts(text, name);
  if (definition.kind === 'roles') return readRoles(text, name);
  if (['true', '1', 'yes'].includes(text.toLowerCase())) return true;
  if (['false', '0', 'no'].includes(text.toLowerCase())) return false;
  throw new ConfigError(`${name} must be true or false, not "${text}".`);
}

function readText({ choices }: ConfigOption, text: string, name: string): string {
  if (!choices || choices.includes(text)) return text;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
}

function readTexts(text: string, name: string): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const entries = Object.entries(parsed);
      if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
        return Object.fromEntries(entries);
    }
  } catch {
    // Answered below, like everything else that is no object of texts.
  }
  throw new ConfigError(`${name} must be JSON with a text for each name, such as {"SYNTAX_ERROR": "..."}.`);
}

function readRoles(text: string, name: string): GivenRoles {
  try {
    const roles = readGivenRoles(JSON.parse(text));
    if (roles) return roles;
  } catch {
    // Answered below, like everything else that is no object of roles.
  }
  throw new ConfigError(`${name} must be JSON with roles for each group, such as {"staff": "Gamma, sql_lab"}.`);
}

function readInteger(definition: ConfigOption, text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new ConfigError(`${name} must be a whole number, not "${text}".`);
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = definition;
  if (value < min || value > max) throw new ConfigError(`${name} must be between ${min} and ${max}, not ${value}.`);
  return value;
}
