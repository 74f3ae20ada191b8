import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import type { BundleKind } from '../words.ts';
import { raw } from './answers.ts';

/** What an export call reads: which objects, and the name of the cookie that tells a page that the file has come. */
export const ExportQuery = Type.Object(
  { q: Type.Optional(Type.String()), token: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })) },
  { additionalProperties: true },
);

/** The answer to an import. `warnings` names what the bundle held and this installation left out. */
export const WireImportAnswer = Type.Object({
  message: Type.Literal('OK'),
  warnings: Type.Optional(Type.Array(Type.String())),
});
export type WireImportAnswer = Wire<typeof WireImportAnswer>;

interface Naming {
  readonly kind: BundleKind;
  readonly view: string;
  readonly tag: string;
  readonly what: string;
}

function bundleCalls({ kind, view, tag, what }: Naming) {
  return {
    export: {
      id: `${kind}.export`,
      summary: `A ZIP file with ${what} and all they stand on`,
      tag,
      access: { verb: 'can_export', view },
      query: ExportQuery,
      answers: { 200: raw('application/zip', 'The bundle') },
      errors: [404],
    },
    import: {
      id: `${kind}.import`,
      summary: `Takes back a ZIP file with ${what}`,
      tag,
      access: { verb: 'can_write', view },
      bodyKind: 'multipart',
      answers: { 200: WireImportAnswer },
    },
  } as const satisfies Operations;
}

export type BundleOperations = ReturnType<typeof bundleCalls>;

export const bundleOperations = {
  database: bundleCalls({ kind: 'database', view: 'Database', tag: 'Databases', what: 'databases' }),
  dataset: bundleCalls({ kind: 'dataset', view: 'Dataset', tag: 'Datasets', what: 'datasets' }),
  chart: bundleCalls({ kind: 'chart', view: 'Chart', tag: 'Charts', what: 'charts' }),
  dashboard: bundleCalls({ kind: 'dashboard', view: 'Dashboard', tag: 'Dashboards', what: 'dashboards' }),
  saved_query: bundleCalls({ kind: 'saved_query', view: 'SavedQuery', tag: 'Saved queries', what: 'saved queries' }),
  theme: bundleCalls({ kind: 'theme', view: 'Theme', tag: 'Themes', what: 'themes' }),
  assets: bundleCalls({
    kind: 'assets',
    view: 'ImportExportRestApi',
    tag: 'Import and export',
    what: 'everything that the caller may see',
  }),
} as const;

/** Rows of one dataset at most. */
export const maxExampleRows = 10_000;

export const exampleOperations = {
  export: {
    id: 'dashboard_example.export',
    summary: 'A ZIP file with a dashboard, its charts and datasets, and the rows of these as Parquet',
    tag: 'Dashboards',
    access: { verb: 'can_export', view: 'Dashboard' },
    params: Type.Object({ id: Type.String() }),
    query: Type.Object(
      {
        export_data: Type.Optional(Type.Boolean()),
        sample_rows: Type.Optional(Type.Integer({ minimum: 1, maximum: maxExampleRows })),
      },
      { additionalProperties: true },
    ),
    answers: { 200: raw('application/zip', 'The example') },
    errors: [422],
  },
} as const satisfies Operations;
