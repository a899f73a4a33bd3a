import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { isWordless, showsAnger, showsPleasure } from './emoji.logic.ts';
import { fold, oneOf } from './text.logic.ts';

/**
 * Whether the message only closes the matter: thanks, "that solved it", "no, that is all", in seven languages. It must contain
 * nothing else: a question, a "but", or any other word makes it a new matter.
 */
export function confirmsOnly(text: string): boolean {
  const folded = fold(text);
  if (folded.includes('?') || reopens.test(folded) || showsAnger(text)) return false;
  const words = wordsOf(folded);
  if (words.length === 0) return showsPleasure(text);
  const { found, left } = takeOut(words, closings);
  // After thanks or a greeting, up to two words at the end may be a name.
  const mostLeft = takesLeave.test(folded) ? 2 : 0;
  return found && left.length <= mostLeft && endsWith(words, left);
}

const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  end.every((word, at) => word === words[words.length - end.length + at]);

const takesLeave = new RegExp(
  String.raw`\b(?:thank|thanks|thx|cheers|regards|wishes|best|sincerely|danke?|merci|gracias|grazie|obrigad[oa]|bedankt|` +
    String.raw`gruss|groet|saludos|saluti|cordialement)`,
  'u',
);

/** Whether the message contains nothing to answer yet: only a greeting, the announcement of a question, or signs without words. */
export function greetingOnly(text: string): boolean {
  if (isWordless(text)) return true;
  const words = wordsOf(fold(text));
  const { found, left } = takeOut(words, greetings);
  return found && left.length <= 1 && words.length <= longestGreeting;
}

const longestGreeting = 16;

function takeOut(words: readonly string[], phrases: RegExp): { found: boolean; left: string[] } {
  const whole = ` ${words.join(' ')} `;
  const rest = whole.replace(phrases, ' ');
  return { found: rest !== whole, left: wordsOf(rest.replace(fillers, ' ')) };
}

const reopens = new RegExp(
  String.raw`\b(?:but|however|though|although|except|still|yet|unfortunately|also|another|one more|not|no longer|doesn't|` +
    String.raw`does not|didn't|did not|won't|isn't|can't|cannot|for nothing|in advance|aber|jedoch|trotzdem|leider|noch|nicht|` +
    String.raw`mais|cependant|toujours pas|pero|todavia no|sin embargo|aun no|ma non|pero|tuttavia|ancora|mas|porem|ainda|maar|` +
    String.raw`echter|helaas|niet|im voraus|d'avance|por adelantado|in anticipo|alvast|desde ja)\b`,
  'u',
);

// Alternatives are tried in order, so longer ones come first.
const closing = [
  // English
  '(?:many |much )?(?:thanks|thank you|thankyou|thx|thnx|tks|ty|cheers|ta)(?: again| a lot| a million| a bunch|' +
    ' so much| very much| kindly| all| guys| team| everyone| both| indeed| mate| buddy|' +
    ' you)*(?: (?:for|to) (?:all |everything|everyone|your|the|this|that|you|taking|getting|sorting|helping|' +
    'explaining|clarifying|fixing|clearing|letting|being|quick|fast|prompt|great|excellent|kind|super|swift|speedy|' +
    'much|needed|help|assistance|support|reply|response|answer|answers|info|information|clarification|explanation|' +
    'time|patience|update|advice|service|it|that|out|up|back|me|us|know|so|quickly|soon|again|to|' +
    'and)(?: (?:all|everything|your|the|this|that|taking|getting|sorting|helping|quick|fast|prompt|great|excellent|' +
    'kind|super|swift|speedy|help|helpful|assistance|support|reply|response|answer|answers|info|information|' +
    'clarification|explanation|time|patience|update|advice|service|it|out|up|back|me|us|know|so|quickly|soon|again|' +
    'to|and|for|with|on|in|today))*)?',
  'much appreciated|i (?:really |do )?appreciate (?:it|that|this|the help|your help|your time)',
  'really appreciate (?:it|that|your help)|appreciated',
  '(?:that|this|it|which|your (?:answer|reply|solution|suggestion|fix|tip)|' +
    "the (?:answer|link|fix|solution|reset|update|problem|issue|steps?|instructions?))(?:'s| is| has| was| did|" +
    ' it)*(?: (?:now|all|just|totally|perfectly|really|completely|been|already|finally|exactly|definitely))* ' +
    '(?:solved|solves|fixed|fixes|worked|works|helped|helps|resolved|answered|answers|sorted|did|done|does|cleared|' +
    'clear|perfect|great|helpful|working|what i needed|what i was looking for|all i needed|good to know|makes sense|' +
    'made sense|sense)(?: (?:it|that|up|the|my|problem|issue|question|me|a lot|perfectly|now|again|out|fine|great|' +
    'well|for|trick|job|very|much|exactly|all|everything|completely|like a charm|just|as|expected|and))*',
  '(?:it|that|this|everything|all)(?: all)? (?:makes|made) (?:perfect |total )?sense(?: now)?',
  '(?:problem|issue|question|case|ticket)(?: is| has been| now)* (?:solved|fixed|resolved|answered|closed|sorted)',
  'solved|fixed|resolved|sorted',
  "(?:all|everything|everything's|everything is|we are|we're|i am|i'm|im)(?: is| now| all)? " +
    '(?:good|set|sorted|working|works|fine|done|clear|okay|ok)(?: now| again| thanks)?',
  'all (?:good|set|clear|sorted|done)',
  '(?:i )?(?:got it working|got it to work|got it|got this|understood|understand(?: now)?|noted|see now|found it|' +
    'managed (?:it|to do it)|figured it out)(?: now| already)?',
  "i (?:will|'ll) (?:try|do) (?:that|this|it)(?: now| later| tonight| tomorrow)?|will do",
  "i'll give (?:it|that) a (?:try|go)",
  '(?:ok|okay|okey|k|kk|alright|all right|great|perfect|awesome|excellent|brilliant|fantastic|wonderful|amazing|' +
    'super|superb|lovely|nice|cool|good|fine|neat|sweet|magic|legend|star|lifesaver|exactly|hooray|yay|' +
    'phew)(?: (?:stuff|job|work|news|one|service|to know|answer))?',
  "you(?:'re| are| guys are)?(?: were)? (?:(?:so|very|really|super|most|a|an|the) )?(?:great|awesome|amazing|" +
    'helpful|best|star|legend|lifesaver|kind|rock)',
  'you rock|very helpful|so helpful|really helpful|super helpful',
  '(?:great|excellent|good|nice|amazing|brilliant) (?:help|service|support|answer|work|job)',
  '(?:no|nope) (?:thanks|thank you|more questions|further questions)',
  "(?:that|that's|thats|that is|that was|that'll|that will)(?: be)? " +
    '(?:all|everything)(?: for now| for today| i needed| i need| from me)?',
  'nothing else|no (?:more|further|other) (?:questions|help|assistance)(?: needed| needed for now)?',
  'you can close (?:this|the|my)(?: ticket| case| conversation| chat)?(?: now)?',
  '(?:please )?close (?:this|the) (?:ticket|case|chat)',
  '(?:good ?)?bye(?: bye)?',
  'have a (?:great|good|nice|lovely|wonderful) (?:day|one|evening|weekend|afternoon|night|week|' +
    'rest of your day)(?: too| as well| yourself)?',
  'you too|take care|see you|(?:kind |best |warm |many )?(?:regards|wishes)|best|sincerely',
  'yours(?: sincerely| truly| faithfully)?|sent from my \\w+',
  // German
  '(?:vielen |herzlichen |besten |lieben |tausend |recht herzlichen )?dank(?:e)?(?: schon| sehr| dir| ihnen| euch|' +
    ' nochmal\\w*| vielmals)*(?: fur (?:die|ihre|eure|deine|den|das)(?: schnelle\\w*| tolle\\w*| nette\\w*| super)* ' +
    '(?:hilfe|antwort|info\\w*|unterstutzung|auskunft|ruckmeldung|tipp|muhe))?',
  '(?:das|es|jetzt|nun|alles|problem|das problem|hat)(?: hat| ist| war| jetzt| nun| wieder| hat sich| alles)* ' +
    '(?:geklappt|funktioniert|geholfen|gelost|erledigt|behoben|gut|klar|perfekt|bestens|in ordnung)(?: jetzt|' +
    ' wieder| alles)?',
  'funktioniert(?: jetzt| wieder| nun)*|erledigt|alles klar|passt|super|perfekt|prima|klasse|wunderbar|verstanden',
  'geklappt|hat geklappt|schonen (?:tag|abend)(?: noch)?|(?:mit )?(?:freundlichen|besten|liebe\\w*|viele) gruss\\w*',
  'tschuss|mfg|lg',
  // French
  '(?:un grand |mille |bien )?merci(?: a vous| beaucoup| bien| infiniment| encore| mille fois| bcp|' +
    " tout va bien)*(?: (?:pour|de) (?:votre|l'|la|ton|cette|ce)?(?: ?l'aide| aide| reponse| reponse rapide|" +
    ' reactivite| retour| info\\w*| rapide)*)?',
  "c'est (?:bon|parfait|regle|resolu|compris|super|note|tout|fait)(?: pour moi| maintenant)?",
  '(?:ca|cela|tout) (?:marche|fonctionne|a fonctionne|va)(?: maintenant| bien| tres bien)*|ca a marche',
  "probleme (?:resolu|regle)|resolu|parfait|super|genial|d'accord|bonne (?:journee|soiree)|cordialement|au revoir",
  'bien a vous',
  // Spanish
  '(?:muchas |muchisimas |mil )?gracias(?: por (?:todo|la|su|tu|' +
    'el)(?: ?(?:ayuda|respuesta|informacion|apoyo|rapida|todo))*| de nuevo| a ti| a usted(?:es)?)*',
  '(?:ya |todo |el problema |esto |eso )*(?:esta |quedo |ha quedado |me )?(?:solucionad[oa]|resuelt[oa]|' +
    'arreglad[oa]|solucionado|funciona|funciono|sirvio|listo|claro|bien|perfecto)(?: ya| ahora| todo)?',
  'perfecto|genial|estupendo|excelente|vale|de acuerdo|entendido|todo bien|que tenga buen dia',
  'saludos(?: cordiales)?|adios|hasta luego|ok',
  // Italian
  '(?:mille |tante )?grazie(?: mille| tante| ancora| infinite| a lei|' +
    " a voi)*(?: per (?:l'aiuto|la|il|l'|la vostra|la sua)(?: ?(?:risposta|aiuto|assistenza|supporto|rapida|" +
    'disponibilita))*)?',
  '(?:ora |tutto |adesso |il problema e |ha )*(?:risolto|funziona|funzionato|ok|a posto|chiaro|perfetto)(?: ora|' +
    ' adesso| tutto)?',
  'perfetto|ottimo|va bene|capito|benissimo|buona (?:giornata|serata)|cordiali saluti|saluti|arrivederci',
  // Portuguese
  '(?:muito |muitissimo )?obrigad[oa](?: pela(?: \\w+)?| por tudo| pela ajuda| pelo apoio| mais uma vez)*|valeu',
  'agradeco',
  '(?:ja |tudo |o problema |agora |esta |foi |ficou )*(?:resolvid[oa]|funcionou|funciona|deu certo|certo|perfeito|' +
    'ok|entendi)(?: agora| ja)?',
  'perfeito|otimo|excelente|tudo certo|bom dia|boa tarde|abracos?|atenciosamente|tchau',
  // Dutch
  '(?:heel erg |hartelijk |super |ontzettend |heel )?(?:bedankt|dank(?: je| u| jullie)?(?: wel)?|dankjewel|' +
    'dankuwel|thanks)(?: voor (?:de|je|uw|jullie)(?: snelle| goede| fijne)* ' +
    '(?:hulp|antwoord|reactie|info\\w*|uitleg))?',
  '(?:het |alles |dat |nu |probleem |is |heeft )*(?:werkt|opgelost|gelukt|geholpen|goed|duidelijk|' +
    'in orde)(?: nu| weer)?',
  'prima|perfect|fijn|helemaal goed|(?:met )?vriendelijke groet\\w*|groet\\w*|fijne dag|doei|tot ziens',
];
const closings = new RegExp(`(?<= )${oneOf(...closing)}(?= )`, 'gu');

const greeting = [
  '(?:hi|hello|hey|heya|hiya|helo|hallo|howdy|yo|greetings|sup|good (?:morning|afternoon|evening|day)|morning|' +
    'evening|hola|buenos dias|buenas(?: tardes| noches)?|bonjour|bonsoir|salut|coucou|ciao|buongiorno|buonasera|' +
    'salve|ola|oi|bom dia|boa (?:tarde|noite)|hoi|goedemorgen|goedemiddag|goedenavond|dag|guten (?:tag|morgen|abend)|' +
    'moin|servus|gruss gott|grussgott|gruezi)(?: there| team| all| everyone| again| support| sir| madam| zusammen|' +
    ' a todos| a tous)*',
  'dear (?:sir|madam|team|support|all)(?: or madam)?|(?:is )?any(?:one|body) (?:there|here|home)|are you there',
  "how are you(?: doing)?(?: today)?|how's it going|hope you are well|test(?:ing)?|start|begin",
  '(?:can|could) (?:you|someone|anybody|anyone|u) (?:please )?help(?: me)?(?: please| out)?(?: with something)?',
  'i (?:just )?(?:need|want|could use) (?:some |your |a bit of )?(?:help|assistance|support)(?: please|' +
    ' with something)?',
  'help(?: me)?(?: please)?',
  'i (?:just )?have (?:a|one|another|some|a few|a quick) ' +
    '(?:quick )?(?:question|questions|problem|issue|query)(?: please| for you)?',
  '(?:quick )?question|i have a problem|may i ask (?:you )?(?:a question|something)',
  'can i ask (?:you )?(?:a question|something)',
  '(?:ich )?(?:habe|hatte) (?:eine|mal eine|da eine) frage|(?:konnen sie|kannst du) mir (?:bitte )?helfen',
  "ich brauche hilfe|j'ai une question|(?:pouvez-vous|peux-tu) m'aider|tengo una (?:pregunta|duda)",
  '(?:me )?puede[ns]? ayudar(?:me)?|necesito ayuda|ho una domanda|mi (?:puo|potete) aiutare',
  'tenho uma (?:pergunta|duvida)|pode[m]? me ajudar|ik heb een vraag|kunt u (?:mij|me) helpen',
];
const greetings = new RegExp(`(?<= )${oneOf(...greeting)}(?= )`, 'gu');

const fillers = new RegExp(
  String.raw`(?<= )(?:and|oh|ah|aha|wow|yes|yeah|yep|no|nope|right|so|very|much|now|really|just|then|too|all|is|it|for|the|` +
    String.raw`to|you|your|my|a|i|am|please|team|there|dear|mr|mrs|ms|und|et|y|e|en|ja|oui|si|sim|la|il|de|hi|hello|hey|hallo|` +
    String.raw`hola|bonjour|ciao)(?= )`,
  'gu',
);
