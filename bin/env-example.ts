import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configReference } from '../server/src/platform/config/config-reference.ts';

// Writes .env.example from the schema that the service reads its environment with.
writeFileSync(join(import.meta.dirname, '../.env.example'), configReference());
