import Type from 'typebox';
import { defineEndpoint } from './endpoints.ts';

/** What an export call reads: which objects, and the name of the cookie that tells a page that the file has come. */
export const ExportQuery = Type.Object(
  { q: Type.Optional(Type.String()), token: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })) },
  { additionalProperties: true },
);

/** What a bundle holds, as its `metadata.yaml` says it. */
export const bundleTypes = {
  database: 'Database',
  dataset: 'SqlaTable',
  chart: 'Slice',
  dashboard: 'Dashboard',
  saved_query: 'SavedQuery',
  assets: 'assets',
} as const;
export type BundleKind = keyof typeof bundleTypes;

/** The answer to an import. `warnings` names what the bundle held and this installation left out. */
export interface WireImportAnswer {
  readonly message: 'OK';
  readonly warnings?: readonly string[];
}

interface Naming {
  readonly kind: BundleKind;
  readonly view: string;
  readonly tag: string;
  readonly what: string;
}

function bundleCalls({ kind, view, tag, what }: Naming) {
  return {
    export: defineEndpoint({
      id: `${kind}.export`,
      method: 'GET',
      path: `/api/v1/${kind}/export/`,
      summary: `A ZIP file with ${what} and all they stand on`,
      tag,
      access: { verb: 'can_export', view },
      query: ExportQuery,
    }),
    import: defineEndpoint({
      id: `${kind}.import`,
      method: 'POST',
      path: `/api/v1/${kind}/import/`,
      summary: `Takes back a ZIP file with ${what}`,
      tag,
      access: { verb: 'can_write', view },
      bodyKind: 'multipart',
    }),
  };
}

export const bundleEndpoints = {
  database: bundleCalls({ kind: 'database', view: 'Database', tag: 'Databases', what: 'databases' }),
  dataset: bundleCalls({ kind: 'dataset', view: 'Dataset', tag: 'Datasets', what: 'datasets' }),
  chart: bundleCalls({ kind: 'chart', view: 'Chart', tag: 'Charts', what: 'charts' }),
  dashboard: bundleCalls({ kind: 'dashboard', view: 'Dashboard', tag: 'Dashboards', what: 'dashboards' }),
  saved_query: bundleCalls({ kind: 'saved_query', view: 'SavedQuery', tag: 'Saved queries', what: 'saved queries' }),
  assets: bundleCalls({
    kind: 'assets',
    view: 'ImportExportRestApi',
    tag: 'Import and export',
    what: 'everything that the caller may see',
  }),
} as const;
