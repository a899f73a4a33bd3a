import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Later starts need not strip and compile everything again. The cache is stored with the packages, because anyone who may write
// there could change the code anyway. Where the folder is read-only, as in the image, the start just takes longer.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url)));

const { serve } = await import('./serve.ts');
await serve().catch((error: Error) => {
  process.stderr.write(`Frontdesk cannot start: ${error.message}\n`);
  process.exit(1);
});
