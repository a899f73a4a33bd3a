import { hidesWords } from '../../platform/text/hidden.logic.ts';
import { instructionIn } from '../../platform/text/learned/instructs.logic.ts';
import { normalize } from './text.logic.ts';

/**
 * Whether the message tries to instruct the AI instead of asking a question. This changes no permission, because text never grants
 * any. It is recorded with the decision.
 */
export const suspectsInjection = (text: string): boolean => hidesWords(text) || instructionIn(normalize(text)) !== null;
