import { oneOf, phrase } from './text.logic.ts';

const asking =
  '(?:please|pls|plz|kindly|can (?:you|u|someone|somebody)|could (?:you|u|someone|somebody)|would (?:you|someone)|' +
  "will you|i (?:want|need|would like|'d like|require|demand|expect|ask|request)(?: that)? you(?: to)?|" +
  "i(?:'d| would) like you to|i (?:ask|request) (?:that )?(?:you|to have)|you (?:must|need to|have to|should)|" +
  "go ahead and|just|i authori[sz]e you to|let's|i'm asking you to|i am asking you to|i want)";
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
  '(?:(?:all|both|the rest|one) (?:of )?)?(?:my|our|me|us|this order|that order|this charge|that charge|' +
  'this payment|the payment i|this transaction|that transaction|order (?:no\\.? |number |nr\\.? )?#?[0-9]+|order #|' +
  '#[0-9]+|invoice (?:no\\.? |number )?#?[0-9]+|ticket #?[0-9]+|subscription [a-z]{0,3}-?[0-9]+|' +
  'the (?:charge|order|subscription|account|booking|delivery address|payment|annual fee|late fee|fee i)|' +
  'these (?:charges|transactions|orders))';

/** Matches requests and commands to act on something that belongs to the customer. */
export const requests = [
  // English
  phrase(
    `\\b${asking},? (?:also |immediately |just |kindly |please |then |`,
    `go ahead and )*${verb}(?: (?:up|off|back|out|down|over|into|a|an|the|full|immediate|any|and \\w+|at once|`,
    'immediately|order|account|subscription|membership|password|email|address|refund|money|payment|charge|fee|fees|',
    `name|number|phone|delivery|shipping|to|for|on|of|from)){0,5} ${possessed}\\b`,
  ),
  phrase(
    '^(?:hi|hello|hey|dear \\w+|ok|so|and|then|yes|no|urgent|important)?[ ,:!-]*(?:immediately |',
    `now )?${verb}(?: (?:and \\w+|the|a|full|off|back|up))* ${possessed}\\b(?!.{0,60}\\?$)`,
  ),
  phrase(
    '\\b(?:please|kindly|i want you to|i need you to|can you|could you|i demand(?: that)? you(?: to)?) ',
    '(?:give|send|pay|issue|wire|transfer) (?:me|us) (?:back )?(?:a |my |the |our )?(?:full |partial )?(?:refund|',
    'money|credit|compensation|replacement|deposit|reimbursement)\\b',
  ),
  phrase(
    "(?<!not |n't |to )\\b(?:give|pay|send) (?:me|us) (?:back )?(?:my|our) (?:money|refund|deposit)\\b|",
    "(?<!not |n't |yet to )\\brefund me\\b|\\bmoney back (?:now|immediately|please|asap)\\b",
  ),
  phrase(
    '\\bstop (?:charging|billing|emailing|sending|calling) (?:me|us|my)\\b|',
    '\\b(?:take|remove) (?:me|us) off (?:your|the) (?:list|mailing)|^unsubscribe(?: me)?\\b',
  ),
  // German
  phrase(
    '\\b(?:bitte|konnten sie|konnen sie|kannst du|konntet ihr|ich mochte|ich will|hiermit) ',
    '[^.?]{0,50}\\b(?:mein\\w*|unser\\w*|meinen|bestellung [0-9#]|das abo) ',
    '[^.?]{0,50}\\b(?:kundigen|stornier\\w*|losch\\w*|schliess\\w*|erstatt\\w*|zuruckerstatt\\w*|sperr\\w*|ander\\w*|',
    'kundige|widerruf\\w*)\\b',
  ),
  phrase(
    '\\b(?:kundigen|stornieren|loschen|sperren|erstatten|schliessen|andern) sie ',
    '(?:bitte )?(?:mein\\w*|mir|die bestellung|unser\\w*)\\b|\\bhiermit (?:kundige|widerrufe|storniere) ich\\b',
  ),
  // French
  phrase(
    '\\b(?:annulez|remboursez|supprimez|fermez|resiliez|bloquez|modifiez|cloturez)(?:[- ]moi|[- ]le|[- ]la)? ?(?:mon|',
    "ma|mes|notre|nos|la commande|s'il vous plait)?\\b|\\b(?:veuillez|pouvez-vous|pourriez-vous|merci de|je veux|",
    "je voudrais|je souhaite)(?: s'il vous plait)? (?:annuler|me rembourser|rembourser|supprimer|fermer|resilier|",
    'bloquer|modifier|cloturer) (?:mon|ma|mes|notre|la commande)\\b',
  ),
  // Spanish
  phrase(
    '\\b(?:cancele|cancelen|cancela|reembolse|reembolsen|devuelvan?me|borren?|elimine|eliminen|cierren?|bloqueen?|',
    'anulen?) (?:por favor )?(?:mi|mis|el pedido|nuestr\\w+|la cuenta|el dinero)\\b|',
    '\\b(?:quiero|necesito|puede[ns]?|podrian?|deseo|quisiera) ',
    '(?:que )?(?:me )?(?:cancelar?|cancelen|cancele|reembolsar?|reembolsen|eliminar|eliminen|borrar|cerrar|bloquear|',
    'anular|devuelvan|darme de baja)(?: de)? (?:mi|mis|el pedido|la cuenta|el dinero)\\b',
  ),
  // Italian
  phrase(
    '\\b(?:annullate|cancellate|rimborsate(?:mi)?|eliminate|chiudete|bloccate|disdite) ',
    "(?:per favore )?(?:il mio|la mia|i miei|l'ordine|il nostro|l'abbonamento)\\b|",
    '\\b(?:voglio|vorrei|potete|puo|potreste|desidero) (?:annullare|cancellare|eliminare|chiudere|disdire|bloccare|',
    "rimborsarmi|rimborsare) (?:per favore )?(?:il mio|la mia|i miei|l'ordine)\\b",
  ),
  // Portuguese
  phrase(
    '\\b(?:cancelem?|reembolsem?|apaguem?|excluam?|encerrem?|bloqueiem?) ',
    '(?:por favor )?(?:o meu|a minha|meu|minha|meus|o pedido|minhas)\\b|',
    '\\b(?:quero|preciso|gostaria de|podem?|poderiam?|desejo) ',
    '(?:que )?(?:me )?(?:cancelar|reembolsar|excluir|apagar|encerrar|bloquear|alterar) ',
    '(?:o meu|a minha|meu|minha|meus|o pedido)\\b',
  ),
  // Dutch
  phrase(
    '\\b(?:annuleer|verwijder|blokkeer|beeindig|sluit|stop)(?:en)? ',
    '(?:alstublieft |aub |graag )?(?:mijn|onze|bestelling [0-9#])\\b|',
    '\\b(?:wil|kunt u|kun je|kunnen jullie|graag|gelieve) (?:alstublieft |aub )?(?:mijn|onze) ',
    '[^.?]{0,40}\\b(?:annuleren|opzeggen|verwijderen|blokkeren|beeindigen|terugbetalen|sluiten|wijzigen)\\b',
  ),
];

/** Matches "I want to …" about money or something that only we can end. A request to act, unless the message also asks how. */
export const wants = [
  phrase(
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|wish|have decided|decided|am trying|intend)(?: to)? ",
    '(?:immediately |now )?(?:cancel|close|delete|terminate|deactivate|end|',
    'dispute)(?: (?:down|and \\w+|all|both|of))* (?:my|our|this|these|order)\\b',
  ),
  phrase(
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|demand|expect|am requesting|request|require|am owed|deserve) ",
    '(?:to (?:get|have|request|claim|receive) )?(?:a |my |our |the )?(?:full |immediate |partial )?(?:refund|',
    'money back|money (?:now|today|immediately|asap)|compensation|reimbursement|chargeback)\\b',
  ),
  phrase(
    "\\b(?:i|we)(?:'d| would)? (?:like|want|need|wish)(?: to)? ",
    '(?:dispute|report|contest|appeal|request|file|lodge|make|submit|raise) ',
    '(?:an? |the |my |this |two |three |four |several |some )?(?:formal |official |credit |limit |account |',
    'unauthori[sz]ed |fraudulent )*(?:complaint|dispute|appeal|claim|charges?|transactions?|payments?|',
    '(?:limit )?increase|exception|extension)\\b',
  ),
  phrase(
    '\\b(?:i|we) need help with (?:several |some |a |two |three |my )?disputed ',
    '(?:transactions?|charges?|payments?)\\b|\\btransactions? (?:that )?i need to dispute\\b',
  ),
];
