import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.POWERSET_PORT ?? 8088}`;

/** HTML routes under /superset/ are the page's own; what is posted there is the server's. */
const proxyPosts = {
  target: server,
  bypass: (request: { method?: string; url?: string }) => (request.method === 'POST' ? undefined : '/index.html'),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
        // What every page needs stays in one file that changes rarely; everything else splits by who uses it.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|i18next|zustand)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
