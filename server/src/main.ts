import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The second start need not strip and compile everything again. Beside the packages, as anyone who may write there could
// change the code itself; where nobody may, as in the image, the start just takes longer.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/frontdesk', import.meta.url)));

const { serve } = await import('./serve.ts');
await serve().catch((error: Error) => {
  process.stderr.write(`Frontdesk cannot start: ${error.message}\n`);
  process.exit(1);
});
