/**
 * The small words of each language, which occur in nearly every sentence of it and rarely in other languages. In a short message
 * they are better evidence than letters, and names, product names and loan words do not distort them.
 */
const smallWords: Readonly<Record<string, string>> = {
  en: `the my is are was how can could does did you your what where when why which who with for from have has this that there and
    not please i i'm i'd it's don't can't to of it me do am we our they would should will of want need get been if he she
    as at an or but so in on up out by any be im ive my`,
  de: `der die das den dem ein eine einen einem ist sind war wie kann können ich sie mein meine meinen meiner was wo wann warum wer
    mit für von habe hat haben dies diese und nicht bitte zu es mir mich wir unser ihr ihre wird werden möchte brauche im
    zur zum auf auch noch kein keine wenn bei nach gibt hallo danke guten`,
  fr: `le la les un une des est sont était comment puis-je peux pouvez je vous mon ma mes où quand pourquoi qui avec pour
    depuis j'ai avez cette ce et ne pas s'il plaît il elle nous notre votre sont serait voudrais besoin sur dans au aux du
    je n'ai c'est qu'est-ce que quel quelle bonjour merci`,
  es: `el la los las un una es son era cómo como puedo puede usted yo mi mis qué dónde cuándo por qué quién con para desde he ha
    tengo este esta y no favor me nos nuestro su sería quiero necesito en del al se lo hay cuál hola gracias buenos`,
  it: `il lo la gli le un una è sono era come posso può io mio mia miei mie che cosa dove quando perché chi con per da ho ha hai
    questo questa e non favore mi ci nostro vostro sarebbe vorrei bisogno nel della del al si c'è quale ciao grazie buongiorno`,
  pt: `o os as um uma é são era como posso pode você eu meu minha meus minhas que onde quando porquê quem com para desde tenho
    tem este esta e não favor me nos nosso seu seria quero preciso no na do da ao há qual olá obrigado obrigada bom`,
  nl: `de het een is zijn was hoe kan kunt ik u jij je mijn wat waar wanneer waarom wie met voor van heb heeft hebben dit deze
    en niet alstublieft er mij wij we ons onze zou wil graag nodig op ook nog geen als bij naar hallo bedankt`,
  sv: `jag du är var hur kan min mitt mina vad när varför vem med för från har den det detta och inte snälla mig vi vår skulle
    vill behöver på också ingen om till hej tack en ett`,
  da: `jeg du er var hvordan kan min mit mine hvad hvor hvornår hvorfor hvem med for fra har den det dette og ikke mig vi vores
    ville vil behøver på også ingen om til hej tak en et`,
  no: `jeg du er var hvordan kan min mitt mine hva hvor når hvorfor hvem med for fra har den det dette og ikke meg vi vår ville
    vil trenger på også ingen om til hei takk en et`,
  pl: `jak mogę czy jest są był moje mój moja gdzie kiedy dlaczego kto z dla od mam ma to i nie proszę mi się nas nasz byłoby
    chcę potrzebuję na w do o za przez co ale dzień dobry dziękuję`,
};

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(smallWords)) {
  for (const word of new Set(words.split(/\s+/))) {
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
  }
}

/** Matches a small word that begins a name: De Longhi, La Liga. */
const beginsName = /(?<!\p{L})(?:De|La|Le|Les|El|Los|Las|Il|Lo|Da|Di) (?=\p{Lu})/gu;

/** Counts the small words of each language in a text. A word of several languages counts as a fraction for each. */
export function countStopwords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const words =
    text
      .replace(beginsName, ' ')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*/gu) ?? [];
  for (const word of words) {
    const languages = languagesOf.get(word) ?? [];
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1 / languages.length);
  }
  return counts;
}
