import type { HumanOnly } from '@desk/contract/decisions';
import { asksAboutOwnCase } from './own-case.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { reports } from './person-only-reports.logic.ts';
import { requests, wants } from './person-only-requests.logic.ts';
import { fold, oneOf, phrase } from './text.logic.ts';

/**
 * Returns why only a person may handle the message, or null if the AI may try: the customer asks us to act on their account or
 * order ("cancel my subscription"), or reports a wrong charge, a decision about them, fraud, law, danger or death. Tested before
 * retrieval, because the confidence of an answer does not show it. A question how to do something ("how do I cancel?") has an answer.
 */
export function personOnly(text: string): HumanOnly | null {
  const sentences = sentencesOf(fold(text));
  const asksHow = sentences.some((sentence) => howTo.test(sentence));
  for (const [kind, patterns] of reports) {
    if (sentences.some((sentence) => !supposes.test(sentence) && patterns.some((each) => each.test(sentence))))
      return kind;
  }
  const orders = sentences.some((sentence) => !howTo.test(sentence) && requests.some((each) => each.test(sentence)));
  // "I want to cancel my plan. How do I do that?" asks for instructions; the first sentence alone is a request to act.
  const wishes = !asksHow && sentences.some((sentence) => wants.some((each) => each.test(sentence)));
  if (orders || wishes) return 'act_for_customer';
  return asksAboutOwnCase(sentences) ? 'own_case' : null;
}

/** Whether the message asks how, or whether, something can be done. */
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

/** Matches hypothetical questions, such as "What if my account is hacked?". */
const supposes = phrase(
  '^(?:and |so |but |hi |hello |hey )?,? ?(?:what (?:happens )?(?:if|when)|',
  '(?:what|who) (?:do|should|can) (?:i|we) [^?]{0,25}\\b(?:if|when)\\b|if (?:i|a|an|the|my|someone|somebody|there)|',
  'in case|can (?:i|it|the|a)|could (?:i|it|the|a)|does|do (?:you|i)|is (?:it|the|this)|are|would|will|',
  'should)\\b.*\\?$',
);
