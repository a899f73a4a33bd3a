import type { HumanOnly } from '@desk/contract/decisions';
import { asksAboutOwnCase, refusals } from './own-case.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
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
    '^(?:and |so |but |ok |hi |hello |hey |also |then )?,? ?(?:what|where|when|which|who|whom|is|are|does|do|will|would i|can i|could i|may i|should i|am i|if|whether)\\b',
    '\\b(?:is it|would it be|is this|is that) possible\\b',
    '\\b(?:what|where|which) (?:is|are|steps|do|should|can|page|button|menu|happens)\\b',
    '\\b(?:instructions?|steps|guide|way) (?:to|for|on)\\b',
    '\\b(?:wonder|know|tell me|explain|show me)(?:ing)? (?:if|whether|how|what|where|when|about)\\b',
    "\\bcan(?:'t| not|not)? (?:seem to )?(?:find|see) (?:how|where|the)\\b",
    '\\b(?:wie|wo|wann|was|welche\\w*) (?:kann|konnen|mache|geht|ist|sind|muss|soll|lange|viel|finde|andere|kundige|storniere|losche|wird|passiert)\\b',
    '\\bkann (?:ich|man)\\b',
    '\\b(?:comment|combien|quand|est-ce que je|puis-je|peut-on|ou (?:puis|est|se|trouver))\\b',
    '\\b(?:como (?:puedo|se|cancelo|hago|cambio|elimino|devuelvo|posso|faco|cancelar|excluir|devolver|altero)|cuando|cuanto|puedo|donde|posso|quando|onde|quanto)\\b',
    '\\b(?:come (?:posso|si|faccio|annullo|disdico|cambio|cancello)|dove)\\b',
    '\\b(?:hoe (?:kan|moet|doe|annuleer|zeg|verwijder|wijzig|lang|veel)|kan ik|mag ik|waar|wanneer)\\b',
  ),
);

/** "What if my account is hacked?" has not happened. */
const supposes = phrase(
  '^(?:and |so |but |hi |hello |hey )?,? ?(?:what (?:happens )?(?:if|when)|(?:what|who) (?:do|should|can) (?:i|we) [^?]{0,25}\\b(?:if|when)\\b|if (?:i|a|an|the|my|someone|somebody|there)|in case|can (?:i|it|the|a)|could (?:i|it|the|a)|does|do (?:you|i)|is (?:it|the|this)|are|would|will|should)\\b.*\\?$',
);

const asking =
  "(?:please|pls|plz|kindly|can (?:you|u|someone|somebody)|could (?:you|u|someone|somebody)|would (?:you|someone)|will you|i (?:want|need|would like|'d like|require|demand|expect|ask|request)(?: that)? you(?: to)?|i(?:'d| would) like you to|i (?:ask|request) (?:that )?(?:you|to have)|you (?:must|need to|have to|should)|go ahead and|just|i authori[sz]e you to|let's|i'm asking you to|i am asking you to|i want)";
const verb = oneOf(
  'cancel',
  'cancell',
  'refund',
  'reimburse',
  'close',
  'delete',
  'remove',
  'erase',
  'terminate',
  'deactivate',
  'disable',
  'block',
  'freeze',
  'unfreeze',
  'unlock',
  'unblock',
  'reactivate',
  'activate',
  'reinstate',
  'restore',
  'reverse',
  'revert',
  'undo',
  'waive',
  'credit',
  'resend',
  're-send',
  'reship',
  'redirect',
  'replace',
  'exchange',
  'reschedule',
  'postpone',
  'pause',
  'stop',
  'change',
  'update',
  'correct',
  'edit',
  'amend',
  'modify',
  'fix',
  'reset',
  'upgrade',
  'downgrade',
  'extend',
  'renew',
  'approve',
  'expedite',
  'merge',
  'issue',
  'process',
  'transfer',
  'move',
  'switch',
  'return',
  'rebook',
  'add',
  'apply',
  'check',
  'look up',
  'look into',
  'investigate',
  'verify',
  'confirm',
  'send',
  'unsubscribe',
  'dispute',
  'void',
  'wipe',
  'release',
  'swap',
);
const possessed =
  '(?:(?:all|both|the rest|one) (?:of )?)?(?:my|our|me|us|this order|that order|this charge|that charge|this payment|the payment i|this transaction|that transaction|order (?:no\\.? |number |nr\\.? )?#?[0-9]+|order #|#[0-9]+|invoice (?:no\\.? |number )?#?[0-9]+|ticket #?[0-9]+|subscription [a-z]{0,3}-?[0-9]+|the (?:charge|order|subscription|account|booking|delivery address|payment|annual fee|late fee|fee i)|these (?:charges|transactions|orders))';

/** Asking us, or telling us in the imperative, to do something to what is theirs. */
const requests = [
  // English
  phrase(
    `\\b${asking},? (?:also |immediately |just |kindly |please |then |go ahead and )*${verb}(?: (?:up|off|back|out|down|over|into|a|an|the|full|immediate|any|and \\w+|at once|immediately|order|account|subscription|membership|password|email|address|refund|money|payment|charge|fee|fees|name|number|phone|delivery|shipping|to|for|on|of|from)){0,5} ${possessed}\\b`,
  ),
  phrase(
    `^(?:hi|hello|hey|dear \\w+|ok|so|and|then|yes|no|urgent|important)?[ ,:!-]*(?:immediately |now )?${verb}(?: (?:and \\w+|the|a|full|off|back|up))* ${possessed}\\b(?!.{0,60}\\?$)`,
  ),
  phrase(
    '\\b(?:please|kindly|i want you to|i need you to|can you|could you|i demand(?: that)? you(?: to)?) (?:give|send|pay|issue|wire|transfer) (?:me|us) (?:back )?(?:a |my |the |our )?(?:full |partial )?(?:refund|money|credit|compensation|replacement|deposit|reimbursement)\\b',
  ),
  phrase(
    "(?<!not |n't |to )\\b(?:give|pay|send) (?:me|us) (?:back )?(?:my|our) (?:money|refund|deposit)\\b|(?<!not |n't |yet to )\\brefund me\\b|\\bmoney back (?:now|immediately|please|asap)\\b",
  ),
  phrase(
    '\\bstop (?:charging|billing|emailing|sending|calling) (?:me|us|my)\\b|\\b(?:take|remove) (?:me|us) off (?:your|the) (?:list|mailing)|^unsubscribe(?: me)?\\b',
  ),
  // German
  phrase(
    `\\b(?:bitte|konnten sie|konnen sie|kannst du|konntet ihr|ich mochte|ich will|hiermit) [^.?]{0,50}\\b(?:mein\\w*|unser\\w*|meinen|bestellung [0-9#]|das abo) [^.?]{0,50}\\b(?:kundigen|stornier\\w*|losch\\w*|schliess\\w*|erstatt\\w*|zuruckerstatt\\w*|sperr\\w*|ander\\w*|kundige|widerruf\\w*)\\b`,
  ),
  phrase(
    '\\b(?:kundigen|stornieren|loschen|sperren|erstatten|schliessen|andern) sie (?:bitte )?(?:mein\\w*|mir|die bestellung|unser\\w*)\\b|\\bhiermit (?:kundige|widerrufe|storniere) ich\\b',
  ),
  // French
  phrase(
    "\\b(?:annulez|remboursez|supprimez|fermez|resiliez|bloquez|modifiez|cloturez)(?:[- ]moi|[- ]le|[- ]la)? ?(?:mon|ma|mes|notre|nos|la commande|s'il vous plait)?\\b|\\b(?:veuillez|pouvez-vous|pourriez-vous|merci de|je veux|je voudrais|je souhaite)(?: s'il vous plait)? (?:annuler|me rembourser|rembourser|supprimer|fermer|resilier|bloquer|modifier|cloturer) (?:mon|ma|mes|notre|la commande)\\b",
  ),
  // Spanish
  phrase(
    '\\b(?:cancele|cancelen|cancela|reembolse|reembolsen|devuelvan?me|borren?|elimine|eliminen|cierren?|bloqueen?|anulen?) (?:por favor )?(?:mi|mis|el pedido|nuestr\\w+|la cuenta|el dinero)\\b|\\b(?:quiero|necesito|puede[ns]?|podrian?|deseo|quisiera) (?:que )?(?:me )?(?:cancelar?|cancelen|cancele|reembolsar?|reembolsen|eliminar|eliminen|borrar|cerrar|bloquear|anular|devuelvan|darme de baja)(?: de)? (?:mi|mis|el pedido|la cuenta|el dinero)\\b',
  ),
  // Italian
  phrase(
    "\\b(?:annullate|cancellate|rimborsate(?:mi)?|eliminate|chiudete|bloccate|disdite) (?:per favore )?(?:il mio|la mia|i miei|l'ordine|il nostro|l'abbonamento)\\b|\\b(?:voglio|vorrei|potete|puo|potreste|desidero) (?:annullare|cancellare|eliminare|chiudere|disdire|bloccare|rimborsarmi|rimborsare) (?:per favore )?(?:il mio|la mia|i miei|l'ordine)\\b",
  ),
  // Portuguese
  phrase(
    '\\b(?:cancelem?|reembolsem?|apaguem?|excluam?|encerrem?|bloqueiem?) (?:por favor )?(?:o meu|a minha|meu|minha|meus|o pedido|minhas)\\b|\\b(?:quero|preciso|gostaria de|podem?|poderiam?|desejo) (?:que )?(?:me )?(?:cancelar|reembolsar|excluir|apagar|encerrar|bloquear|alterar) (?:o meu|a minha|meu|minha|meus|o pedido)\\b',
  ),
  // Dutch
  phrase(
    '\\b(?:annuleer|verwijder|blokkeer|beeindig|sluit|stop)(?:en)? (?:alstublieft |aub |graag )?(?:mijn|onze|bestelling [0-9#])\\b|\\b(?:wil|kunt u|kun je|kunnen jullie|graag|gelieve) (?:alstublieft |aub )?(?:mijn|onze) [^.?]{0,40}\\b(?:annuleren|opzeggen|verwijderen|blokkeren|beeindigen|terugbetalen|sluiten|wijzigen)\\b',
  ),
];

/** "I want to …" about what only we can end, or money: to be done, unless the message also asks how. */
const wants = [
  phrase(
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|wish|have decided|decided|am trying|intend)(?: to)? (?:immediately |now )?(?:cancel|close|delete|terminate|deactivate|end|dispute)(?: (?:down|and \\w+|all|both|of))* (?:my|our|this|these|order)\\b",
  ),
  phrase(
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|demand|expect|am requesting|request|require|am owed|deserve) (?:to (?:get|have|request|claim|receive) )?(?:a |my |our |the )?(?:full |immediate |partial )?(?:refund|money back|money (?:now|today|immediately|asap)|compensation|reimbursement|chargeback)\\b",
  ),
  phrase(
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|wish)(?: to)? (?:dispute|report|contest|appeal|request|file|lodge|make|submit|raise) (?:an? |the |my |this |two |three |four |several |some )?(?:formal |official |credit |limit |account |unauthori[sz]ed |fraudulent )*(?:complaint|dispute|appeal|claim|charges?|transactions?|payments?|(?:limit )?increase|exception|extension)\\b",
  ),
  phrase(
    '\\b(?:i|we) need help with (?:several |some |a |two |three |my )?disputed (?:transactions?|charges?|payments?)\\b|\\btransactions? (?:that )?i need to dispute\\b',
  ),
];

const relative =
  '(?:mother|father|mum|mom|dad|husband|wife|spouse|partner|son|daughter|brother|sister|parents?|grandmother|grandfather|grandma|grandpa|uncle|aunt|child|baby|late \\w+)';
const thing = '(?:account|e-?mail|profile|card|login|wallet|identity|data|password|phone|computer|page|shop|store)';

/** What the customer tells us that no passage may answer, question or not. */
const reports: readonly (readonly [HumanOnly, readonly RegExp[]])[] = [
  [
    'safety',
    [
      phrase(
        "\\b(?:kill(?:ing)? myself|suicid\\w+|end(?:ing)? my (?:own )?life|self[- ]harm|hurt myself|don't want to live|dont want to live|want to die)\\b",
      ),
      phrase(
        '\\b(?:caught fire|catching fire|burst into flames|is smoking|started smoking|exploded|blew up in|gave (?:me|him|her|us) an? (?:electric )?shock|(?:got|get|getting|gets|had|felt|received|suffered) (?:an? )?(?:\\w+ )?electric(?:al)? shocks?|electrocuted|got electrocuted|burn(?:ed|t) (?:my|me|his|her|our)|smell(?:s|ed)? (?:of )?(?:gas|burning))\\b',
      ),
      phrase(
        `\\b(?:i|we|my ${relative}|he|she|somebody|someone) (?:was|were|got|is|am|has been|have been|had to go|ended up|went) (?:badly |seriously |slightly )?(?:injured|hurt|hospitali[sz]ed|in (?:the )?hospital|to (?:the )?(?:hospital|emergency)|poisoned)\\b`,
      ),
      phrase(
        "\\b(?:allergic reaction|anaphyla\\w+) (?:to|after|from) (?:your|the|this|using|eating)|\\b(?:is|been) (?:stalking|threatening|harassing|blackmailing) me\\b|\\bi(?: am|'m) in danger\\b|\\bfur mich selbst eine gefahr\\b",
      ),
    ],
  ],
  [
    'bereavement',
    [
      phrase(
        `\\b(?:my|our|his|her) (?:late )?${relative}(?: \\w+)?(?: has| have| just| recently| sadly| had)* (?:passed away|passed on|died|is deceased|is dead|was killed)\\b`,
      ),
      phrase(
        `\\b(?:account holder|customer|owner)(?: has| have| recently)* (?:passed away|died|is deceased)\\b|\\bdeceased (?:customer|${relative}|account|person)\\b|\\bmy late (?:husband|wife|mother|father|mum|mom|dad|partner|brother|sister)\\b|\\b(?:after|since) the death of my\\b|\\bexecutor of (?:the|my|his|her)\\b|\\bgrant of probate\\b`,
      ),
      phrase(
        '\\b(?:mein\\w*|unser\\w*) (?:vater|mutter|mann|frau|bruder|schwester|sohn|tochter|opa|oma) ist (?:\\w+ )?(?:verstorben|gestorben)\\b|\\b(?:mon|ma) (?:pere|mere|mari|femme|frere|soeur|fils|fille) est (?:decede\\w*|morte?)\\b|\\bmi (?:padre|madre|marido|esposa|esposo|hermano|hermana|hijo|hija) (?:ha fallecido|fallecio|murio|ha muerto)\\b',
      ),
    ],
  ],
  [
    'legal',
    [
      phrase(
        "\\b(?:i|we)(?:'ll| will|'m going to| am going to| are going to| intend to| shall|'m| am| have decided to| plan to|'re going to) (?:be )?(?:sue|suing|taking you to court|take you to (?:small claims |the )?(?:court|tribunal)|taking legal|take legal|see you in court|seeking legal|seek legal|press(?:ing)? charges|(?:contact(?:ing)?|(?:go|going|talk|talking|turn|turning|speak|speaking) to) (?:my|an?|our) (?:lawyer|attorney|solicitor)|report(?:ing)? you to|go(?:ing)? to the (?:press|media|police|ombudsman)|involve (?:my|our) (?:lawyer|attorney|solicitor))\\b",
      ),
      phrase(
        '\\b(?:my|our) (?:lawyer|attorney|solicitor|barrister|legal (?:team|counsel|representative))\\b|\\bsee you in court\\b|\\b(?:start|starting|threaten\\w*|consider\\w*|face|pursue|pursuing|initiate|take|taking) legal (?:action|proceedings|steps)\\b|\\bcease and desist\\b|\\bclass action against you\\b|\\bsubpoena\\b|\\bcourt order\\b|\\bsue (?:you|your|this company)\\b|\\bfil(?:e|ed|ing) (?:a )?(?:lawsuit|complaint (?:with|to) (?:the )?(?:ombudsman|regulator|bbb|authorit\\w+|police|ftc|cfpb|data protection))\\b',
      ),
      phrase(
        '\\b(?:subject access request|right to be forgotten|right to erasure|under (?:the )?(?:gdpr|dsgvo|ccpa))\\b(?!.{0,40}\\bcompliant\\b)(?!.*\\?$)',
      ),
      phrase(
        '\\b(?:delete|erase|remove|wipe)(?: all| any| every)?(?: of)? (?:my|our)(?: personal| private| customer)? (?:data|information|records)(?! \\w+ ?\\?)(?:$|[.!,]| (?:you|from|immediately|now|please|under|at|and|that))',
      ),
      phrase(
        '\\b(?:mein\\w*|unser\\w*) (?:anwalt|rechtsanwalt|anwaltin)\\b|\\b(?:verklag\\w+|rechtliche schritte|strafanzeige|anzeige erstatten)\\b|\\b(?:mon avocat|porter plainte|poursuivre en justice|action en justice|saisir le tribunal)\\b|\\b(?:mi abogado|voy a demandar\\w*|acciones legales|los demandare|denunciar\\w* ante)\\b|\\b(?:il mio avvocato|vi denuncio|vie legali|azioni legali)\\b|\\b(?:meu advogado|vou processar|acao judicial|medidas legais)\\b|\\b(?:mijn advocaat|juridische stappen|aanklagen)\\b|\\bmeine (?:personenbezogenen )?daten (?:zu )?losch\\w+',
      ),
    ],
  ],
  [
    'fraud',
    [
      phrase(
        `\\b(?:my|our) (?:\\w+ ){0,2}${thing} (?:was|has been|have been|got|is|been|were|may have been|might have been|seems to (?:be|have been)|appears to (?:be|have been)) (?:just |recently |probably |now )?(?:hacked|compromised|hijacked|taken over|breached|phished|cloned|accessed by)\\b`,
      ),
      phrase(
        "\\b(?:i|we)(?: think| believe| fear)?(?: i| we)?(?: have| had|'ve| was| were| got|'m| am| may have)*(?: been| being)? (?:hacked|scammed|defrauded|phished|a victim of (?:fraud|identity theft|a scam))\\b|\\b(?:someone|somebody|a hacker|hackers)(?: else)?(?: has| have| is|'s| had| just| may have)* (?:hacked|logged in(?:to)?|using|used|uses|broke into|accessed|got into|gained access|stole|stolen|taken over) (?:to |into )?my\\b",
      ),
      phrase(
        "\\b(?:there (?:is|are|was|were)|i (?:see|saw|found|notice|noticed|have|had|got|received)|with)(?: \\w+){0,4} (?:unauthori[sz]ed|fraudulent|unrecogni[sz]ed) (?:\\w+ )?(?:charges?|transactions?|payments?|orders?|purchases?|withdrawals?|logins?|activity|access)\\b|\\b(?:charges?|transactions?|payments?|withdrawals?|purchases?|orders?)(?: \\w+){0,5} (?:(?:that )?(?:i|we) (?:did not|didn't|never|have not|haven't|do not|don't) (?:make|made|authori[sz]ed?|recogni[sz]e|place|do|approve)|not made by me|is fraudulent|are fraudulent|was not me|wasn't me)\\b|\\bidentity (?:was |has been |is )?(?:stolen|theft happened)",
      ),
      phrase(
        '\\bmein (?:konto|account|profil) wurde (?:gehackt|ubernommen)\\b|\\bmon compte a ete (?:pirate|hacke|vole)|\\bme (?:hackearon|han hackeado|estafaron|han estafado|robaron la cuenta)|\\bhan hackeado mi|\\b(?:mi hanno hackerato|il mio account e stato (?:violato|hackerato))|\\b(?:minha conta foi (?:hackeada|invadida))|\\bmijn account is gehackt',
      ),
    ],
  ],
  [
    'wrong_charge',
    [
      phrase(
        '\\b(?:charged|billed|debited|deducted|taken)(?: (?:me|us|my card|my account|from my \\w+|for it|for this|the same \\w+|\\w+ \\w+))? (?:twice|two times|three times|double|multiple times|again)\\b|\\b(?:double[- ]charged|double[- ]billed|overcharged (?:me|us)|duplicate charge on my)\\b',
      ),
      phrase(
        "\\b(?:i|we)(?: was| were|'ve been| have been| got| am being| keep getting| have just been) (?:over)?(?:charged|billed) (?:after|although|even though|despite|without|the wrong|for something|for an? \\w+ (?:i|we)|by mistake|incorrectly|wrongly|when)\\b|\\b(?:i|we)(?: was| were|'ve been| have been| got) overcharged\\b",
      ),
      phrase(
        "\\byou (?:have |just |wrongly |already )*(?:charged|billed|debited|took) (?:me|us|my \\w+|money)\\b(?!.{0,30}(?:\\bfee\\b.{0,20}\\?$))|\\b(?:won't|wont|will not|doesn't|keeps) (?:stop )?charging me\\b",
      ),
      phrase(
        "\\byou(?: have|'ve)? (?:charged|billed|debited|deducted|took|taken)\\b[^.?!]{0,40}\\b(?:twice|two times|double)\\b",
      ),
      phrase(
        '\\b(?:doppelt|zweimal) (?:abgebucht|belastet|berechnet)\\b|\\b(?:debite|facture|preleve)\\w* deux fois\\b|\\bcobr\\w+ (?:dos veces|doble|duas vezes|em dobro)\\b|\\b(?:addebitat\\w+ due volte)\\b|\\b(?:twee keer|dubbel) (?:afgeschreven|betaald|in rekening)\\b',
      ),
    ],
  ],
  ['own_case', refusals],
];
