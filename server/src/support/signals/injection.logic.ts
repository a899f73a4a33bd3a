import { hidesWords, instructions } from '../../platform/text/instructions.logic.ts';
import { normalize, oneOf, phrase } from './text.logic.ts';

/**
 * Whether the message tries to instruct the AI instead of asking a question. This changes no permission, because text never grants
 * any. People see it on the decision, and rules of an organization may use it.
 */
export const suspectsInjection = (text: string): boolean => hidesWords(text) || instruction.test(normalize(text));

const instruction = phrase(
  oneOf(
    ...instructions,
    '\\b(?:reveal|show|print|repeat|output|display|leak|give me|tell me|what (?:is|are))(?: me)? (?:your|the) ' +
      '(?:full |entire |hidden |initial |secret |exact )*(?:system prompt|system message|instructions above|prompt|' +
      'initial instructions|hidden instructions|api keys?|secrets?)\\b',
    '\\byou are (?:now|no longer) (?:an? |in )?(?:\\w+ ){0,3}(?:assistant|ai|mode|bot|dan|unrestricted|jailbroken|' +
      'admin\\w*|developer|bound)\\b',
    '\\b(?:developer|debug|god|admin|maintenance|jailbreak) mode\\b.{0,30}\\b(?:on|enabled?|activated?)\\b',
    '\\b(?:enable|enter|activate) (?:developer|debug|god|admin|jailbreak) mode\\b',
    '\\bpretend (?:to be|you are|that you)\\b.{0,40}\\b(?:admin\\w*|no rules|unrestricted|developer|system)\\b',
    '(?:^|\\n)(?:###? ?)?(?:system|assistant) ?(?:prompt|message)? ?:',
  ),
);
