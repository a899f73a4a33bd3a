import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `version` is the hash of the sources: the client compares it with the server's `X-App-Version`. */
export const viteConfig = (version: string): InlineConfig => ({
  configFile: false,
  root: here('.'),
  logLevel: 'warn',
  plugins: [react()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  // The client reads an endpoint's method and path; the schemas that the server validates with would be dead weight.
  resolve: { alias: { typebox: here('src/api/schema-stub.ts') } },
  build: {
    // Newer than the scripts' target: otherwise `light-dark()` is rewritten to something that knows no colour scheme.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    emptyOutDir: true,
    // Else each set of pages that share a module gets a file of its own: the inbox came in 150, and a slow line waits for each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 3 },
            { name: 'shared', minShareCount: 12, priority: 2 },
            { name: 'shell', test: /web\/src\/desk\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
