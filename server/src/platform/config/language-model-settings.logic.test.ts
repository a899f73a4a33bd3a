import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfModel, type ModelVariables } from './language-model-settings.logic.ts';

const none: ModelVariables = { AI_PROVIDER: 'embedded', AI_BASE_URL: '', AI_API_KEY: '', AI_CHAT_MODEL: '' };
const local = {
  AI_PROVIDER: 'openai_compatible',
  AI_BASE_URL: 'http://localhost:11434/v1',
  AI_CHAT_MODEL: 'm',
} as const;
const hosted = { AI_PROVIDER: 'anthropic', AI_API_KEY: 'k', AI_CHAT_MODEL: 'm' } as const;

const cases: [name: string, given: Partial<ModelVariables>, fault: RegExp | null][] = [
  ['the engine in the package needs nothing', {}, null],
  ['a local server needs no key', local, null],
  ['a hosted model needs no address', hosted, null],
  ['a hosted model may be behind a proxy', { ...hosted, AI_BASE_URL: 'https://proxy.birch.test/v1' }, null],
  ['an address is needed', { ...local, AI_BASE_URL: '' }, /^AI_BASE_URL is required/],
  ['a model is needed', { ...local, AI_CHAT_MODEL: '' }, /^AI_CHAT_MODEL is required/],
  ['a key is needed', { ...hosted, AI_API_KEY: '' }, /^AI_API_KEY is required/],
  ['a hosted model is named as well', { ...hosted, AI_CHAT_MODEL: '' }, /^AI_CHAT_MODEL is required/],
  ['an address has a scheme', { ...local, AI_BASE_URL: 'localhost:11434/v1' }, /^AI_BASE_URL must/],
  [
    'credentials do not belong into an address',
    { ...local, AI_BASE_URL: 'https://u:p@x.test/v1' },
    /^AI_BASE_URL must/,
  ],
];
for (const [name, given, fault] of cases)
  test(name, () => {
    const found = faultOfModel({ ...none, ...given });
    if (fault) assert.match(found ?? '', fault);
    else assert.equal(found, null);
  });
