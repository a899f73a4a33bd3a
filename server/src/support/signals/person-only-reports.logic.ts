import type { HumanOnly } from '@desk/contract/decisions';
import { refusals } from './own-case.logic.ts';
import { phrase } from './text.logic.ts';

const relative =
  '(?:mother|father|mum|mom|dad|husband|wife|spouse|partner|son|daughter|brother|sister|parents?|grandmother|' +
  'grandfather|grandma|grandpa|uncle|aunt|child|baby|late \\w+)';
const thing = '(?:account|e-?mail|profile|card|login|wallet|identity|data|password|phone|computer|page|shop|store)';

/** Matches reports that no passage may answer, whether they are questions or not. */
export const reports: readonly (readonly [HumanOnly, readonly RegExp[]])[] = [
  [
    'safety',
    [
      phrase(
        "\\b(?:kill(?:ing)? myself|suicid\\w+|end(?:ing)? my (?:own )?life|self[- ]harm|hurt myself|don't want to live|",
        'dont want to live|want to die)\\b',
      ),
      phrase(
        '\\b(?:caught fire|catching fire|burst into flames|is smoking|started smoking|exploded|blew up in|',
        'gave (?:me|him|her|us) an? (?:electric )?shock|(?:got|get|getting|gets|had|felt|received|suffered) ',
        '(?:an? )?(?:\\w+ )?electric(?:al)? shocks?|electrocuted|got electrocuted|burn(?:ed|t) (?:my|me|his|her|our)|',
        'smell(?:s|ed)? (?:of )?(?:gas|burning))\\b',
      ),
      phrase(
        `\\b(?:i|we|my ${relative}|he|she|somebody|someone) `,
        '(?:was|were|got|is|am|has been|have been|had to go|ended up|went) ',
        '(?:badly |seriously |slightly )?(?:injured|hurt|hospitali[sz]ed|in (?:the )?hospital|',
        'to (?:the )?(?:hospital|emergency)|poisoned)\\b',
      ),
      phrase(
        '\\b(?:allergic reaction|anaphyla\\w+) (?:to|after|from) (?:your|the|this|using|eating)|',
        "\\b(?:is|been) (?:stalking|threatening|harassing|blackmailing) me\\b|\\bi(?: am|'m) in danger\\b|",
        '\\bfur mich selbst eine gefahr\\b',
      ),
    ],
  ],
  [
    'bereavement',
    [
      phrase(
        `\\b(?:my|our|his|her) (?:late )?${relative}(?: \\w+)?(?: has| have| just| recently| sadly| had)* `,
        '(?:passed away|passed on|died|is deceased|is dead|was killed)\\b',
      ),
      phrase(
        '\\b(?:account holder|customer|owner)(?: has| have| recently)* (?:passed away|died|is deceased)\\b|',
        `\\bdeceased (?:customer|${relative}|account|person)\\b|`,
        '\\bmy late (?:husband|wife|mother|father|mum|mom|dad|partner|brother|sister)\\b|',
        '\\b(?:after|since) the death of my\\b|\\bexecutor of (?:the|my|his|her)\\b|\\bgrant of probate\\b',
      ),
      phrase(
        '\\b(?:mein\\w*|unser\\w*) (?:vater|mutter|mann|frau|bruder|schwester|sohn|tochter|opa|oma) ist ',
        '(?:\\w+ )?(?:verstorben|gestorben)\\b|\\b(?:mon|ma) (?:pere|mere|mari|femme|frere|soeur|fils|fille) est ',
        '(?:decede\\w*|morte?)\\b|\\bmi (?:padre|madre|marido|esposa|esposo|hermano|hermana|hijo|hija) ',
        '(?:ha fallecido|fallecio|murio|ha muerto)\\b',
      ),
    ],
  ],
  [
    'legal',
    [
      phrase(
        "\\b(?:i|we)(?:'ll| will|'m going to| am going to| are going to| intend to| shall|'m| am| have decided to|",
        " plan to|'re going to) (?:be )?(?:sue|suing|taking you to court|",
        'take you to (?:small claims |the )?(?:court|tribunal)|taking legal|take legal|see you in court|seeking legal|',
        'seek legal|press(?:ing)? charges|(?:contact(?:ing)?|(?:go|going|talk|talking|turn|turning|speak|speaking) to) ',
        '(?:my|an?|our) (?:lawyer|attorney|solicitor)|report(?:ing)? you to|',
        'go(?:ing)? to the (?:press|media|police|ombudsman)|involve (?:my|our) (?:lawyer|attorney|solicitor))\\b',
      ),
      phrase(
        '\\b(?:my|our) (?:lawyer|attorney|solicitor|barrister|legal (?:team|counsel|representative))\\b|',
        '\\bsee you in court\\b|\\b(?:start|starting|threaten\\w*|consider\\w*|face|pursue|pursuing|initiate|take|',
        'taking) legal (?:action|proceedings|steps)\\b|\\bcease and desist\\b|\\bclass action against you\\b|',
        '\\bsubpoena\\b|\\bcourt order\\b|\\bsue (?:you|your|this company)\\b|',
        '\\bfil(?:e|ed|ing) (?:a )?(?:lawsuit|complaint (?:with|to) ',
        '(?:the )?(?:ombudsman|regulator|bbb|authorit\\w+|police|ftc|cfpb|data protection))\\b',
      ),
      phrase(
        '\\b(?:subject access request|right to be forgotten|right to erasure|',
        'under (?:the )?(?:gdpr|dsgvo|ccpa))\\b(?!.{0,40}\\bcompliant\\b)(?!.*\\?$)',
      ),
      phrase(
        '\\b(?:delete|erase|remove|wipe)(?: all| any| every)?(?: of)? (?:my|our)(?: personal| private| customer)? ',
        '(?:data|information|records)(?! \\w+ ?\\?)(?:$|[.!,]| (?:you|from|immediately|now|please|under|at|and|that))',
      ),
      phrase(
        '\\b(?:mein\\w*|unser\\w*) (?:anwalt|rechtsanwalt|anwaltin)\\b|',
        '\\b(?:verklag\\w+|rechtliche schritte|strafanzeige|anzeige erstatten)\\b|',
        '\\b(?:mon avocat|porter plainte|poursuivre en justice|action en justice|saisir le tribunal)\\b|',
        '\\b(?:mi abogado|voy a demandar\\w*|acciones legales|los demandare|denunciar\\w* ante)\\b|',
        '\\b(?:il mio avvocato|vi denuncio|vie legali|azioni legali)\\b|',
        '\\b(?:meu advogado|vou processar|acao judicial|medidas legais)\\b|',
        '\\b(?:mijn advocaat|juridische stappen|aanklagen)\\b|\\bmeine (?:personenbezogenen )?daten (?:zu )?losch\\w+',
      ),
    ],
  ],
  [
    'fraud',
    [
      phrase(
        `\\b(?:my|our) (?:\\w+ ){0,2}${thing} (?:was|has been|have been|got|is|been|were|may have been|might have been|`,
        'seems to (?:be|have been)|appears to (?:be|have been)) ',
        '(?:just |recently |probably |now )?(?:hacked|compromised|hijacked|taken over|breached|phished|cloned|',
        'accessed by)\\b',
      ),
      phrase(
        "\\b(?:i|we)(?: think| believe| fear)?(?: i| we)?(?: have| had|'ve| was| were| got|'m| am| may have)*(?: been|",
        ' being)? (?:hacked|scammed|defrauded|phished|a victim of (?:fraud|identity theft|a scam))\\b|',
        "\\b(?:someone|somebody|a hacker|hackers)(?: else)?(?: has| have| is|'s| had| just| may have)* ",
        '(?:hacked|logged in(?:to)?|using|used|uses|broke into|accessed|got into|gained access|stole|stolen|taken over) ',
        '(?:to |into )?my\\b',
      ),
      phrase(
        '\\b(?:there (?:is|are|was|were)|i (?:see|saw|found|notice|noticed|have|had|got|received)|with)(?: \\w+){0,4} ',
        '(?:unauthori[sz]ed|fraudulent|unrecogni[sz]ed) (?:\\w+ )?(?:charges?|transactions?|payments?|orders?|purchases?|',
        'withdrawals?|logins?|activity|access)\\b|\\b(?:charges?|transactions?|payments?|withdrawals?|purchases?|',
        "orders?)(?: \\w+){0,5} (?:(?:that )?(?:i|we) (?:did not|didn't|never|have not|haven't|do not|don't) ",
        '(?:make|made|authori[sz]ed?|recogni[sz]e|place|do|approve)|not made by me|is fraudulent|are fraudulent|',
        "was not me|wasn't me)\\b|\\bidentity (?:was |has been |is )?(?:stolen|theft happened)",
      ),
      phrase(
        '\\bmein (?:konto|account|profil) wurde (?:gehackt|ubernommen)\\b|\\bmon compte a ete (?:pirate|hacke|vole)|',
        '\\bme (?:hackearon|han hackeado|estafaron|han estafado|robaron la cuenta)|\\bhan hackeado mi|',
        '\\b(?:mi hanno hackerato|il mio account e stato (?:violato|hackerato))|',
        '\\b(?:minha conta foi (?:hackeada|invadida))|\\bmijn account is gehackt',
      ),
    ],
  ],
  [
    'wrong_charge',
    [
      phrase(
        '\\b(?:charged|billed|debited|deducted|taken)(?: (?:me|us|my card|my account|from my \\w+|for it|for this|',
        'the same \\w+|\\w+ \\w+))? (?:twice|two times|three times|double|multiple times|again)\\b|',
        '\\b(?:double[- ]charged|double[- ]billed|overcharged (?:me|us)|duplicate charge on my)\\b',
      ),
      phrase(
        "\\b(?:i|we)(?: was| were|'ve been| have been| got| am being| keep getting| have just been) ",
        '(?:over)?(?:charged|billed) (?:after|although|even though|despite|without|the wrong|for something|',
        'for an? \\w+ (?:i|we)|by mistake|incorrectly|wrongly|when)\\b|',
        "\\b(?:i|we)(?: was| were|'ve been| have been| got) overcharged\\b",
      ),
      phrase(
        '\\byou (?:have |just |wrongly |already )*(?:charged|billed|debited|took) ',
        '(?:me|us|my \\w+|money)\\b(?!.{0,30}(?:\\bfee\\b.{0,20}\\?$))|',
        "\\b(?:won't|wont|will not|doesn't|keeps) (?:stop )?charging me\\b",
      ),
      phrase(
        "\\byou(?: have|'ve)? (?:charged|billed|debited|deducted|took|taken)\\b[^.?!]{0,40}\\b(?:twice|two times|double)\\b",
      ),
      phrase(
        '\\b(?:doppelt|zweimal) (?:abgebucht|belastet|berechnet)\\b|\\b(?:debite|facture|preleve)\\w* deux fois\\b|',
        '\\bcobr\\w+ (?:dos veces|doble|duas vezes|em dobro)\\b|\\b(?:addebitat\\w+ due volte)\\b|',
        '\\b(?:twee keer|dubbel) (?:afgeschreven|betaald|in rekening)\\b',
      ),
    ],
  ],
  ['own_case', refusals],
];
