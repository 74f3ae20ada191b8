import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chartSource, listChartFolders } from '../../packages/charts/tools/chart-folders.mjs';
// check-ignore import-law: the bundler runs before packages are compiled, and only follows paths
import { type PageOpening, pages, patternsOfPage } from '../../packages/contract/src/pages.ts';
import { codeGroups } from './build/code-groups.ts';
import { plainClassNames } from './build/plain-class-names.ts';
import { startPlugin } from './build/start-plugin.ts';
import { scopedName } from './build/style-names.ts';

const server = `http://127.0.0.1:${process.env.POWERSET_PORT ?? 8088}`;

/** HTML routes under /superset/ are the page's own; what is posted there is the server's. */
const proxyPosts = {
  target: server,
  bypass: (request: { method?: string; url?: string }) => (request.method === 'POST' ? undefined : '/index.html'),
};

const charts = listChartFolders();
const viewOf = ({ folder }: { readonly folder: string }) => join(chartSource, folder, 'View.tsx');
const moduleOf = ({ module }: PageOpening) => join(import.meta.dirname, 'src/features', module);

export default defineConfig({
  root: import.meta.dirname,
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    react(),
    plainClassNames(),
    startPlugin({
      script: join(import.meta.dirname, 'start.js'),
      chartViews: Object.fromEntries(charts.map((chart) => [chart.key, viewOf(chart)])),
      usualViews: charts.filter(({ isLater }) => !isLater).map(viewOf),
      pages: Object.values<PageOpening>(pages).map((page) => ({
        pattern: patternsOfPage(page).join('|'),
        rows: page.rows?.path,
        module: moduleOf(page),
      })),
      laterModules: Object.fromEntries(
        [pages.home, pages.sqlEditor].map((page) => [moduleOf(page), ['/packages/charts/src/types.ts']]),
      ),
      notInFrame: ['/packages/charts/src/shared/Chart.tsx', '/packages/chart-kit/src/define.ts'],
      laterPackages: ['@dnd-kit/core', '@cantoo/pdf-lib', 'hast-util-raw'],
      fonts: ['inter-latin-wght-normal'],
    }),
  ],
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/health': server,
      '/help': server,
      '/swagger': server,
      '/kv': server,
      '/tabstateview': server,
      '/tableschemaview': server,
      '/superset': proxyPosts,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Source maps are for whoever debugs; they are never loaded by a visitor.
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // What every page needs stays in files that change rarely; everything else splits by who uses it.
        codeSplitting: { groups: codeGroups },
      },
    },
  },
});
