import type { Config } from '../../platform/config/config.ts';
import type { Probe } from '../../platform/language-model/language-model.ts';
import { openLanguageModel } from '../../platform/language-model/open-language-model.ts';
import { createLog } from '../../platform/process/log.ts';
import { fail, ok, warn, type CheckResult } from './finding.logic.ts';

const check = 'language model';

/** Checks that the language model is available. Costs no tokens. */
export async function findingOfModel(config: Config): Promise<CheckResult> {
  const model = openLanguageModel(config, createLog('silent'));
  if (!model) return ok(check, 'None: answers are quoted from the documents.');
  try {
    return findingFor(await model.probe(), model.name);
  } finally {
    await model.close();
  }
}

// While the model fails the desk quotes its answers and keeps working. The check fails anyway: the model does not do its job.
function findingFor(probe: Probe, name: string): CheckResult {
  switch (probe) {
    case 'ok':
      return ok(check, `${name} answers and accepts the key.`);
    case 'not_listed':
      return ok(check, `${name}: the endpoint answers. It does not say which models it has.`);
    case 'model_missing':
      return fail(check, `${name} is not among the models of the endpoint.`, 'Check AI_CHAT_MODEL.');
    case 'unauthorized':
      return fail(check, 'The endpoint rejects the key.', 'Check AI_API_KEY.');
    case 'unreachable':
      return fail(check, 'The endpoint cannot be reached.', 'Check AI_BASE_URL, and that the server runs.');
    case 'failing':
      return warn(check, 'The endpoint answers with an error.', 'Check AI_BASE_URL, and the state of the provider.');
  }
}
