import type { EndpointsOf } from './endpoints.ts';
import type { BundleOperations, exampleOperations } from './schemas/bundles.ts';
import type { BundleKind } from './words.ts';

function bundleCalls(kind: BundleKind): EndpointsOf<BundleOperations> {
  return {
    export: { method: 'GET', path: `/api/v1/${kind}/export/` },
    import: { method: 'POST', path: `/api/v1/${kind}/import/` },
  };
}

export const bundleEndpoints: { readonly [Kind in BundleKind]: EndpointsOf<BundleOperations> } = {
  database: bundleCalls('database'),
  dataset: bundleCalls('dataset'),
  chart: bundleCalls('chart'),
  dashboard: bundleCalls('dashboard'),
  saved_query: bundleCalls('saved_query'),
  theme: bundleCalls('theme'),
  assets: bundleCalls('assets'),
};

export const exampleEndpoints: EndpointsOf<typeof exampleOperations> = {
  export: { method: 'GET', path: '/api/v1/dashboard/:id/export_as_example/' },
};
