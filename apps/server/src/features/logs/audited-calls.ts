import type { DescribedEndpoint } from '@powerset/contract';
import { type LogKind, logKinds } from '@powerset/contract';

type Values = Readonly<Record<string, unknown>>;

/** Ways in and out. */
const signIns = new Set([
  ...[
    'security.sign_in',
    'security.passkey_sign_in',
    'security.login',
    'security.sign_out',
    'security.set_up',
    'security.oidc_finish',
  ],
  ...['security.password_reset', 'security.password_link_use', 'security.view_as', 'security.view_as_delete'],
  ...[
    'security.saml_finish',
    'security.saml_sign_out',
    'security.saml_posted_sign_out',
    'registration.ask',
    'registration.activate',
  ],
  ...['me.sessions_delete', 'me.sessions_bulk_delete', 'security.guest_token'],
]);

/** Somebody opens a dashboard or a chart, or looks at rows; what the opened page asks then is not noted besides. */
const reads = new Set([
  'dashboard.get',
  'explore.get',
  'chart.saved_data',
  'datasource.samples',
  'datasource.samples_legacy',
]);

/** Calls that write and say nothing about anybody: what pages keep of themselves, and questions that are sent as bodies. */
const quiet = [
  /^(log|editor_tab|table_schema|async_event|mcp|time_range|advanced_data_type|key_value|filter_set|datasource)\./,
  /^chart\.(data|explore_json|draft_picture|cache_screenshot|warm_up_cache)/,
  /^dashboard\.(presence|filter_state|cache_dashboard_screenshot)/,
  /^dataset\.warm_up_cache$/,
  /^explore\.form_data/,
  /^security\.(refresh|password_link_read|passkey_ask|saml_answer)$/,
  /^me\.passkeys_begin$/,
  /^registration\.read$/,
  /^agent\.(decide|register|token|revoke)$/,
  /^sql_editor\.(?!execute$|execute_legacy$|export|permalink_post$|results_export$)/,
  /^(database\.(validate|upload_preview|describe_file|upload_metadata)|report\.(check|preview)|schedule\.preview)/,
  /\.(add_favorite|remove_favorite)$/,
];

const exported = /\.(export|export_streaming|offline_file|results_export)$/;
const shared =
  /\.(permalink_post|embedded_post|embedded_put|embedded_delete)$|^(access_request\.(grant|decline|pass_on)|report\.(post|put|run))$/;
const deleted = /(^|[._])(bulk_delete|delete)(_|$)|\.delete_/;
const files = new Set(['csv', 'xlsx', 'parquet', 'arrow', 'json_file', 'html', 'pdf']);

/** What a call does that is noted; null for what is not. */
export function kindOfCall(
  { id, method }: Pick<DescribedEndpoint, 'id' | 'method'>,
  { body, query }: { readonly body: Values; readonly query: Values },
): LogKind | null {
  // Whoever brings a password may be guessing.
  const hasPassword = id === 'security.passkey_ask' && body.password !== undefined;
  if (hasPassword || signIns.has(id)) return 'sign_in';
  if (exported.test(id) || isFile(body.result_format) || isFile(query.format)) return 'export';
  if (reads.has(id)) return 'read';
  if (method === 'GET' || quiet.some((pattern) => pattern.test(id))) return null;
  if (id === 'sql_editor.execute' || id === 'sql_editor.execute_legacy') return 'query';
  if (shared.test(id)) return 'share';
  return deleted.test(id) || method === 'DELETE' ? 'delete' : 'change';
}

const isFile = (format: unknown) => typeof format === 'string' && files.has(format);

export function isLogKind(value: unknown): value is LogKind {
  return logKinds.some((kind) => kind === value);
}
