import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { offlineParts } from './build/offline-parts.ts';
import { plainClassNames } from './build/plain-class-names.ts';
import { scopedName } from './build/style-names.ts';

/** The page inside of a dashboard's file: one script and one style sheet, which the server puts into each file. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  css: { modules: { generateScopedName: scopedName } },
  plugins: [offlineParts(), react(), plainClassNames()],
  build: {
    outDir: 'dist/offline',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    cssCodeSplit: false,
    // A file has no other files.
    assetsInlineLimit: 1_000_000,
    modulePreload: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      // A script of a file has no address.
      transform: { define: { 'import.meta': '{}' } },
      input: join(import.meta.dirname, 'src/offline-main.tsx'),
      output: {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: 'offline.js',
        assetFileNames: 'offline.[ext]',
      },
    },
  },
});
