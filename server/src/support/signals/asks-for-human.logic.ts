import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { fold, oneOf, phrase } from './text.logic.ts';

/** Whether the customer wants a person instead of the AI, in seven languages. A question about people's hours does not count. */
export function asksForHuman(text: string): boolean {
  return sentencesOf(fold(text)).some(
    (sentence) => !unwanted.test(sentence) && (wish.some((each) => each.test(sentence)) || bare(sentence)),
  );
}

// "I do not want a human", "without having to speak to someone", "if the agent asks whether I want to be transferred".
const unwanted = phrase(
  oneOf(
    "\\b(?:don't|dont|do not|didn't|no need|not necessary|never|rather not|without|instead of|before i|" +
      'do i (?:need|have)|does one (?:need|have)|if (?:the|an?|your) \\w+ (?:ever )?asks?|' +
      'prefer not)\\b[^.,;]{0,30}\\b(?:to |with |a )?(?:talk|speak|talking|speaking|chat|transferred|human|person|' +
      'agent|someone)\\b(?! (?:bot|robot))(?!.{0,40}\\b(?:bot|robot|machine|ai|chatbot|computer)\\b)',
    '\\b(?:nicht|kein\\w*) (?:mit )?(?:einem? )?(?:menschen|mitarbeiter|person)\\b',
  ),
);

const adjectives =
  '(?:(?:real|live|actual|human|living|proper|different|another|qualified|senior|customer|support|service|sales|technical|care|success) )*';
const person = oneOf(
  'person',
  'human(?: being)?',
  'people',
  'agents?',
  'representatives?',
  'reps?',
  'manager',
  'supervisor',
  'operator',
  'advis[eo]r',
  'someone',
  'somebody',
  'anyone',
  'anybody',
  'staff',
  'specialist',
  'customer (?:service|support|care)',
  'support',
  'team',
  'member of (?:your |the )?(?:staff|team)',
);
const article = '(?:(?:an?|the|your|some|one of your|any|to) )*';
/** Excludes things, such as in "I need a manager account". */
const noThing =
  "(?!['’]s| (?:account|role|licen[cs]e|permission|user|access|seat|login|plan|profile|id|portal|dashboard|app|" +
  'mode|settings|number|fee|training|ticket|request|page|article|tier|level)s?\\b)';
const noBot = '(?:bot|robot|machine|ai|chat ?bot|computer|automat\\w+)';

const english = [
  phrase(
    '\\b(?:talk|speak|chat|discuss (?:this|it)) (?:directly |live )?(?:to|with) ',
    article,
    adjectives,
    person,
    '\\b',
    noThing,
  ),
  phrase('\\b(?:talk|speak) (?:to|with) (?:[a-z]+ )?(?:in person|on the phone|over the phone)\\b'),
  phrase(
    '\\b(?:connect|transfer|forward|put|pass|patch|redirect|hand|refer|switch|get|escalate) ',
    '(?:me|us|this|it|my (?:case|ticket|request|issue|chat|call|complaint)) ',
    '(?:over |through |on |up |in touch )*(?:to|with) ',
    article,
    adjectives,
    person,
    '\\b',
    noThing,
  ),
  phrase('\\bescalate (?:this|it|my (?:case|ticket|request|issue|chat|call|complaint))\\b'),
  phrase(
    '\\b(?:want|need|like|prefer|demand|require|get me|give me|find me|can i (?:have|get)|could i (?:have|get)|',
    'may i have|let me have|rather have|asked for|asking for|waiting for) (?:to see )?(?:an? |some |your |the )',
    adjectives,
    oneOf('person', 'human(?: being)?', 'agent', 'representative', 'rep', 'manager', 'supervisor', 'operator'),
    '\\b',
    noThing,
    '(?=$|[.!?,;]| (?:please|pls|now|asap|to|who|not|and|because|for|on|right|immediately|instead|here|today|already|',
    'twice|again|several|three|two))',
  ),
  phrase(
    '\\b(?:is there|are there|can i reach|how (?:do|can) i (?:reach|get(?: to| hold of| through to)?|contact)) ',
    '(?:an? |any )?(?:(?:real|live|actual|human) )+(?:person|human|people|agents?|representative|being|',
    'support|operator)\\b',
  ),
  phrase(
    '\\b(?:human|live|real) (?:agent|person|representative|operator|support|chat|help|being|assistance)\\b,? ',
    '(?:please|pls|plz|now|needed|required|asap)\\b',
  ),
  phrase(
    "\\b(?:not|no more|stop with|sick of|tired of|enough of|don't want|dont want|do not want|hate) ",
    '(?:to )?(?:talk(?:ing)? |speak(?:ing)? |deal(?:ing)? |chat(?:ting)? )?(?:to |',
    `with )?(?:(?:an?|another|this|the|these|your|more|stupid|automated|damn) )*${noBot}s?\\b`,
  ),
  phrase(
    '\\b(?:please|can|could|would|someone|somebody|want you to|need you to|ask|have|just)[^.?]{0,30}\\b(?:call|phone|',
    'ring) me(?: back)?(?=$|[.!?,;]| (?:back|at|on|asap|today|tomorrow|now|about|when|as|immediately|this|in|please|',
    'to|\\+?[0-9]))',
  ),
  phrase(
    '\\b(?:someone|somebody|a person|a human|an agent|a manager|a representative|your team)(?: from [a-z ]{2,20})? ',
    '(?:to |should |must |please |can )*(?:call|contact|phone|ring|get back to|reach out to|email|',
    'write to) (?:me|us)\\b',
  ),
  phrase(
    '\\b(?:can|could|would|let|have|get|want|need) (?:please )?(?:an? |another |your |some )(?:real |actual |human |',
    'live )?(?:human|person|manager|supervisor|agent|representative|colleague) ',
    '(?:please |kindly |to )?(?:look (?:at|into)|check|review|take (?:over|care of)|handle|help|assist|deal with|',
    'sort(?: out)?) (?:my|me|our|us|this|into (?:my|this))\\b',
  ),
  phrase('\\bspeak to (?:a )?(?:real )?human\\b'),
];

const german = [
  phrase(
    '\\b(?:mit|zu) (?:ein\\w* |ihr\\w* |eur\\w* |dem |der )?(?:echt\\w* |richtig\\w* |menschlich\\w* |',
    'ander\\w* )*(?:mensch\\w*|mitarbeiter\\w*|person|berater\\w*|kundenberater\\w*|ansprechpartner\\w*|agent\\w*|',
    'vorgesetzt\\w*|kundendienst|kundenservice|support|jemand\\w*)(?: [a-z]+){0,3} ',
    '(?:sprechen|reden|chatten|telefonieren|verbunden|verbinden)\\b',
  ),
  phrase('\\bverbinden sie mich\\b|\\bverbinde mich\\b|\\bstellen sie mich durch\\b'),
  phrase(
    '\\b(?:mochte|will|brauche|hatte gern\\w*|wunsche|verlange|gib mir|geben sie mir) ',
    '(?:bitte )?(?:mit )?(?:ein\\w* )?(?:echt\\w* |richtig\\w* |menschlich\\w* )*(?:mensch\\w*|mitarbeiter(?:in)?|',
    'berater(?:in)?|ansprechpartner(?:in)?|person)\\b(?![-])',
  ),
  phrase('\\b(?:kein\\w*|nicht mit (?:ein\\w* )?)\\s?(?:bot|roboter|chatbot|maschine|automat\\w*)\\b'),
  phrase(
    '\\b(?:rufen sie mich|ruf mich|bitte um (?:einen )?ruckruf|bitte (?:um )?ruckruf|jemand anrufen|zuruckrufen)\\b',
  ),
];

const french = [
  phrase(
    "\\b(?:parler|discuter|echanger|m'entretenir|dialoguer|etre mise? en (?:relation|contact)) ",
    "(?:directement )?(?:a|avec) (?:un |une |votre |le |la |l')?(?:vraie? |autre )?(?:humain|personne|conseill\\w+|",
    'agent|operat\\w+|responsable|etre humain|service client|support|superviseur|manager)',
  ),
  phrase("\\b(?:parler|discuter|echanger) (?:a|avec) quelqu'un\\b"),
  phrase('\\b(?:mettez|passez|transferez|connectez|basculez)[- ]moi\\b'),
  phrase(
    "\\b(?:veux|voudrais|souhaite|prefere|besoin d'|faut|aimerais) ?(?:avoir |joindre |parler a )?(?:un |",
    'une )?(?:vraie? )?(?:humain|personne reelle|vraie personne|conseill\\w+|agent|operat\\w+|etre humain|',
    'responsable)\\b',
  ),
  phrase(
    "\\b(?:pas|marre d'?(?:e|un|une|es)?) (?:a |avec )?(?:un |une |des |ce |les )?(?:robots?|bots?|machines?|chatbots?)\\b",
  ),
  phrase('\\b(?:rappelez|appelez|contactez)[- ]moi\\b'),
];

const spanish = [
  phrase(
    '\\b(?:hablar|chatear|comunicar(?:me)?|conversar|contactar(?:me)?) (?:directamente )?(?:con|a) ',
    '(?:un |una |el |la |su |algun |alguna )?(?:otra? )?(?:persona|humano|ser humano|agente|asesor|operador|',
    'representante|encargado|supervisor|gerente|alguien|ejecutivo|atencion al cliente)',
  ),
  phrase('\\b(?:paseme|pasenme|pasame|transfierame|transfiereme|comuniqueme|conecteme|pongame) '),
  phrase(
    '\\b(?:quiero|quisiera|necesito|prefiero|deseo) (?:a )?(?:un |una )(?:persona (?:real|de verdad)|persona|humano|',
    'ser humano|agente|asesor|operador|representante|supervisor)\\b',
  ),
  phrase('\\bno (?:quiero )?(?:hablar )?(?:con |a )?(?:un |una )?(?:robot|bot|maquina|chatbot)\\b'),
  phrase('\\b(?:que me llame|que me llamen|llameme|llamenme|llamame)\\b'),
];

const italian = [
  phrase(
    '\\b(?:parlare|chattare|comunicare|conversare) (?:direttamente )?con ',
    "(?:un'? ?|una |il |la |l'|un vostro )?(?:vera? |altra? )?(?:persona|umano|operat\\w+|agente|assistente|",
    'responsabile|essere umano|consulente|addett\\w+|qualcuno|assistenza)\\b',
  ),
  phrase(
    '\\b(?:passatemi|mi passi|mi passate|mettetemi in contatto|mi metta in contatto|trasferitemi|mi trasferisca|mi colleghi)\\b',
  ),
  phrase(
    '\\b(?:voglio|vorrei|preferisco|ho bisogno di|mi serve) ',
    "(?:un'? ?|una )(?:vera )?(?:persona|operat\\w+|umano|essere umano|agente|consulente|responsabile)\\b",
  ),
  phrase('\\b(?:non (?:voglio |con )?(?:parlare con )?un (?:bot|robot|chatbot)|niente bot)\\b'),
  phrase('\\b(?:richiamatemi|mi richiami|chiamatemi|mi chiami|essere richiamat[oa])\\b'),
];

const portuguese = [
  phrase(
    '\\b(?:falar|conversar|falo) (?:diretamente )?com (?:um |uma |o |a |algum |alguma |seu |',
    'sua )?(?:outra? )?(?:pessoa|humano|ser humano|atendente|agente|operador|representante|gerente|alguem|',
    'responsavel|supervisor|consultor)',
  ),
  phrase('\\b(?:me (?:transfira|transfere|passe|passa|conecte|encaminhe)|transfiram-me|passem-me)\\b'),
  phrase(
    '\\b(?:quero|queria|preciso de|preciso|gostaria de|prefiro) ',
    '(?:um |uma )(?:atendente|humano|pessoa(?: real| de verdade)?|agente|operador|ser humano)\\b',
  ),
  phrase('\\bnao (?:quero )?(?:falar )?(?:com )?(?:um )?(?:robo|bot|chatbot|maquina)\\b'),
  phrase('\\b(?:me (?:liguem|ligue|liga)|liguem-me|ligue-me)\\b'),
];

const dutch = [
  phrase(
    '\\bmet (?:een |jullie |uw |de )?(?:echte? |ander\\w* )*(?:mens|persoon|medewerk\\w+|collega|agent|manager|',
    'leidinggevende|klantenservice|iemand)(?: [a-z]+){0,3} (?:praten|spreken|chatten|bellen|verbinden)\\b',
  ),
  phrase(
    '\\b(?:praten|spreken|chatten|contact) met (?:een |jullie |uw )?(?:echte? )?(?:mens|persoon|medewerk\\w+|collega|',
    'manager|leidinggevende|iemand)\\b',
  ),
  phrase('\\b(?:verbind me|verbind mij|verbindt u mij|zet me door|schakel me door)\\b'),
  phrase('\\b(?:wil|wens|heb|zou) (?:graag )?(?:een )(?:echte? )?(?:mens|persoon|medewerker|collega)\\b'),
  phrase('\\b(?:geen|niet met een) (?:bot|robot|chatbot|machine)\\b'),
  phrase('\\b(?:bel (?:me|mij)|terugbellen|teruggebeld)\\b'),
];

const wish = [...english, ...german, ...french, ...spanish, ...italian, ...portuguese, ...dutch];

// "Agent please.", "HUMAN!!", "operador por favor": a single word, with nothing but polite words beside it.
const longestBare = 6;
const bareWord = phrase(
  '^(?:hi|hello|ok|no|please|pls|bitte|just|hola|bonjour|ciao|i said)?[ ,]*(?:an? |to an? |una? |une |einen |eine |een )?',
  '(?:(?:real|live|human|actual|customer|support|service|talk to|speak to|speak with|talk with|get me|connect me to) (?:an? )?)*',
  oneOf(
    'agent',
    'human(?: being)?',
    'operator',
    'representative',
    'person',
    'live chat',
    'manager',
    'supervisor',
    'real human',
    'mensch',
    'mitarbeiter(?:in)?',
    'berater(?:in)?',
    'humain',
    'conseiller',
    'agente',
    'asesor',
    'humano',
    'persona',
    'operador',
    'operatore',
    'umano',
    'atendente',
    'pessoa',
    'medewerker',
    'mens',
    'echter mensch',
    'persona real',
    'vraie personne',
  ),
  "(?: (?:please|pls|plz|now|asap|support|bitte|svp|s'il vous plait|por favor|per favore|aub|alstublieft|graag|",
  'reale?|real|handoff|agent))*[ .!]*$',
);
const bare = (sentence: string) => wordsOf(sentence).length <= longestBare && bareWord.test(sentence);
