import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientName } from './client-name.logic.ts';

test('a browser is named with its system, and a script by its own name', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
  const table: [string | null, ReturnType<typeof clientName>][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/149.0`, { browser: 'Edge', system: 'Windows' }],
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, { browser: 'Chrome', system: 'Linux' }],
    ['Mozilla/5.0 (Linux; Android 16) Gecko/148.0 Firefox/148.0', { browser: 'Firefox', system: 'Android' }],
    ['Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/26 Safari/605', { browser: 'Safari', system: 'iPhone' }],
    ['curl/8.14.1', { browser: 'curl', system: null }],
    [' ', null],
    [null, null],
  ];
  for (const [client, name] of table) assert.deepEqual(clientName(client), name);
});
