import type { HumanOnly } from '@desk/contract/decisions';
import { asksAboutOwnCase } from './own-case.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { reports } from './person-only-reports.logic.ts';
import { requests, wants } from './person-only-requests.logic.ts';
import { fold, oneOf, phrase } from './text.logic.ts';

/**
 * Recognised before retrieval, because the confidence of an answer cannot see it: the customer asks us to act on their
 * account or order ("cancel my subscription"), or tells of a wrong charge, a decision about them, fraud, law, danger or
 * death. To ask how something is done ("how do I cancel?") has an answer. Null when a machine may try.
 */
export function personOnly(text: string): HumanOnly | null {
  const sentences = sentencesOf(fold(text));
  const asksHow = sentences.some((sentence) => howTo.test(sentence));
  for (const [kind, patterns] of reports) {
    if (sentences.some((sentence) => !supposes.test(sentence) && patterns.some((each) => each.test(sentence))))
      return kind;
  }
  const orders = sentences.some((sentence) => !howTo.test(sentence) && requests.some((each) => each.test(sentence)));
  // "I want to cancel my plan. How do I do that?" wants the way; alone, the first sentence wants it done.
  const wishes = !asksHow && sentences.some((sentence) => wants.some((each) => each.test(sentence)));
  if (orders || wishes) return 'act_for_customer';
  return asksAboutOwnCase(sentences) ? 'own_case' : null;
}

/** Whether the message asks how something is done, or whether it can be. */
export const asksTheWay = (text: string): boolean => sentencesOf(fold(text)).some((sentence) => howTo.test(sentence));

const howTo = phrase(
  oneOf(
    '\\bhow (?:do|can|could|would|should|to|does|did|might|about|long|much|many|soon|often)\\b',
    '\\bhow\\?',
    '\\bhow (?:i|we) (?:can|could|do|would|should)\\b',
    '^(?:and |so |but |ok |hi |hello |hey |also |then )?,? ?(?:what|where|when|which|who|whom|is|are|does|do|will|' +
      'would i|can i|could i|may i|should i|am i|if|whether)\\b',
    '\\b(?:is it|would it be|is this|is that) possible\\b',
    '\\b(?:what|where|which) (?:is|are|steps|do|should|can|page|button|menu|happens)\\b',
    '\\b(?:instructions?|steps|guide|way) (?:to|for|on)\\b',
    '\\b(?:wonder|know|tell me|explain|show me)(?:ing)? (?:if|whether|how|what|where|when|about)\\b',
    "\\bcan(?:'t| not|not)? (?:seem to )?(?:find|see) (?:how|where|the)\\b",
    '\\b(?:wie|wo|wann|was|welche\\w*) (?:kann|konnen|mache|geht|ist|sind|muss|soll|lange|viel|finde|andere|kundige|' +
      'storniere|losche|wird|passiert)\\b',
    '\\bkann (?:ich|man)\\b',
    '\\b(?:comment|combien|quand|est-ce que je|puis-je|peut-on|ou (?:puis|est|se|trouver))\\b',
    '\\b(?:como (?:puedo|se|cancelo|hago|cambio|elimino|devuelvo|posso|faco|cancelar|excluir|devolver|altero)|cuando|' +
      'cuanto|puedo|donde|posso|quando|onde|quanto)\\b',
    '\\b(?:come (?:posso|si|faccio|annullo|disdico|cambio|cancello)|dove)\\b',
    '\\b(?:hoe (?:kan|moet|doe|annuleer|zeg|verwijder|wijzig|lang|veel)|kan ik|mag ik|waar|wanneer)\\b',
  ),
);

/** "What if my account is hacked?" has not happened. */
const supposes = phrase(
  '^(?:and |so |but |hi |hello |hey )?,? ?(?:what (?:happens )?(?:if|when)|',
  '(?:what|who) (?:do|should|can) (?:i|we) [^?]{0,25}\\b(?:if|when)\\b|if (?:i|a|an|the|my|someone|somebody|there)|',
  'in case|can (?:i|it|the|a)|could (?:i|it|the|a)|does|do (?:you|i)|is (?:it|the|this)|are|would|will|',
  'should)\\b.*\\?$',
);
