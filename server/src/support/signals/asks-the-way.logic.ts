import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { normalize, oneOf, phrase } from './text.logic.ts';

/** Whether the message asks how, or whether, something can be done. */
export const asksTheWay = (text: string): boolean =>
  sentencesOf(normalize(text)).some((sentence) => howTo.test(sentence));

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
