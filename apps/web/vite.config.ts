import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { startPlugin } from './build/start-plugin.ts';

const server = `http://127.0.0.1:${process.env.POWERSET_PORT ?? 8088}`;

/** HTML routes under /superset/ are the page's own; what is posted there is the server's. */
const proxyPosts = {
  target: server,
  bypass: (request: { method?: string; url?: string }) => (request.method === 'POST' ? undefined : '/index.html'),
};

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [{ find: /^typebox$/, replacement: join(import.meta.dirname, 'build/no-schemas.ts') }] },
  plugins: [
    react(),
    startPlugin({
      script: join(import.meta.dirname, 'start.js'),
      chartViews: join(import.meta.dirname, '../../packages/charts/src/views.ts'),
      pages: [
        ['^/(superset/welcome/?)?$', '/home/HomePage.tsx'],
        ['^/superset/dashboard/(?!new/?$)[^/]+/?$', '/dashboards/DashboardPage.tsx'],
        ['^/explore/', '/explore/ExplorePage.tsx'],
        ['^/(superset/)?sqllab/?$', '/sql-editor/SqlEditorPage.tsx'],
      ],
      fonts: ['inter-latin-wght-normal'],
    }),
  ],
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/health': server,
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
        codeSplitting: {
          // Few files for what belongs together: each one more is a request, and a module to link. A group takes what its
          // modules import along, unless a group above has it; so no two files need each other.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|i18next|zustand)[\\/]/,
            },
            {
              name: 'base',
              test: /ant-design[\\/]icons|preload-helper|apps[\\/]web[\\/]src[\\/]((api|i18n)[\\/]|shell[\\/](index|InAntd))|packages[\\/]ui[\\/]src[\\/](?!controls[\\/]Select|theme[\\/]Antd|grid|floating[\\/]Modal|index)/,
              minShareCount: 2,
            },
            {
              name: 'contract',
              test: /packages[\\/]contract[\\/]src[\\/]/,
              minShareCount: 2,
            },
            {
              name: 'charts',
              test: /packages[\\/]ui[\\/]src[\\/](theme[\\/]chart-theme|display[\\/]Pill)|packages[\\/](chart-kit|charts)[\\/]src[\\/](?!.*View\.tsx|.*\.svg|shared[\\/](EChart|start-drawing|text-measure))/,
              minShareCount: 2,
            },
            {
              name: 'drawing',
              test: /node_modules[\\/](echarts|zrender)[\\/]|charts[\\/]src[\\/](shared[\\/]((EChart|SeriesView)\.tsx|(start-drawing|text-measure)\.ts)|(pie|echarts-[a-z-]+)[\\/]View\.tsx)/,
            },
          ],
        },
      },
    },
  },
});
