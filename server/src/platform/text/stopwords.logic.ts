import { detectorLanguage } from './language-tag.logic.ts';

/**
 * The small words of each language: Snowball's lists of stop words, with greetings and question words. In a short message they are
 * better evidence than letters, and names, product names and loan words do not distort them. A word must be in the lists of all
 * languages that use it ("de" in seven, "door" in Dutch and English), or else it counts for one of them alone.
 */
const smallWords: Readonly<Record<string, string>> = {
  en: `the my is are was how can could does did you your what where when why which who with for from have has this that there
    and not please i i'm i'd it's don't can't to of it me do am we our they would should will want need get been if he
    she as at an or but so in on up out by any be im ive hi hello hey thanks thank myself ours ourselves yours
    yourself yourselves him his himself her hers herself its itself them their theirs themselves whom these those were
    being had having doing a because until while about against between into through during before after above below
    down off over under again further then once here all both each few more most other some such no nor only own same
    than too very just now per come end also met mine die door war till son sit van man men inn bin sea sue ad ham dog`,
  de: `der die das den dem ein eine einen einem ist sind war wie kann können ich sie mein meine meinen meiner was wo wann
    warum wer mit für von habe hat haben dies diese und nicht bitte zu es mir mich wir unser ihr ihre wird werden
    möchte brauche im zur zum auf auch noch kein keine wenn bei nach gibt hallo danke guten wieviel aber alle allem
    allen aller alles als also am an ander andere anderem anderen anderer anderes anderm andern anderr anders aus bin
    bis bist da damit dann des daß derselbe derselben denselben desselben demselben dieselbe dieselben dasselbe dazu
    dein deine deinem deinen deiner deines denn derer dessen dich dir du diesem diesen dieser dieses doch dort durch
    einer eines einig einige einigem einigen einiger einiges einmal er ihn ihm etwas euer eure eurem euren eurer eures
    gegen gewesen hab hatte hatten hier hin hinter ihrem ihren ihrer ihres euch in indem ins jede jedem jeden jeder
    jedes jene jenem jenen jener jenes jetzt keinem keinen keiner keines könnte machen man manche manchem manchen
    mancher manches meinem meines muss musste nichts nun nur ob oder ohne sehr sein seine seinem seinen seiner seines
    selbst sich ihnen so solche solchem solchen solcher solches soll sollte sondern sonst über um uns unse unsem unsen
    unses unter viel vom vor während waren warst weg weil weiter welche welchem welchen welcher welches werde wieder
    will wirst wollen wollte würde würden zwar zwischen`,
  fr: `le la les un une des est sont était comment puis-je peux pouvez je vous mon ma mes où quand pourquoi qui avec pour
    depuis j'ai avez cette ce et ne pas s'il plaît il elle nous notre votre serait voudrais besoin sur dans au aux du
    n'ai c'est qu'est-ce que quel quelle bonjour merci combien ces de en eux leur lui mais me même moi nos on ou par
    qu sa se ses son ta te tes toi ton tu vos à y été étée étées étés étant étante étants étantes suis es sommes êtes
    serai seras sera serons serez seront serais serions seriez seraient étais étions étiez étaient fus fut fûmes fûtes
    furent sois soit soyons soyez soient fusse fusses fût fussions fussiez fussent ayant ayante ayantes ayants eu eue
    eues eus ai as avons ont aurai auras aura aurons aurez auront aurais aurait aurions auriez auraient avais avait
    avions aviez avaient eut eûmes eûtes eurent aie aies ait ayons ayez aient eusse eusses eût eussions eussiez
    eussent encore alors ici là tout tous toute toutes autre autres rien jamais toujours déjà maintenant très trop
    aussi bien ça cela comme donc non oui si mot`,
  es: `el la los las un una es son era cómo como puedo puede usted yo mi mis qué dónde cuándo por quién con para desde he ha
    tengo este esta y no favor me nos nuestro su sería quiero necesito en del al se lo hay cuál hola gracias buenos
    cuánto cuánta cuántos cuántas de que a más pero sus le ya o sí porque entre cuando muy sin sobre también hasta
    donde quien todo durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos unos otro otras
    otra él tanto esa estos mucho quienes nada muchos cual poco ella estar estas algunas algo nosotros tú te ti tu tus
    ellas nosotras vosostros vosostras os mío mía míos mías tuyo tuya tuyos tuyas suyo suya suyos suyas nuestra
    nuestros nuestras vuestro vuestra vuestros vuestras esos esas estoy estás está estamos estáis están esté estés
    estemos estéis estén estaré estarás estará estaremos estaréis estarán estaría estarías estaríamos estaríais
    estarían estaba estabas estábamos estabais estaban estuve estuviste estuvo estuvimos estuvisteis estuvieron
    estuviera estuvieras estuviéramos estuvierais estuvieran estuviese estuvieses estuviésemos estuvieseis estuviesen
    estando estado estada estados estadas estad has hemos habéis han haya hayas hayamos hayáis hayan habré habrás
    habrá habremos habréis habrán habría habrías habríamos habríais habrían había habías habíamos habíais habían hube
    hubiste hubo hubimos hubisteis hubieron hubiera hubieras hubiéramos hubierais hubieran hubiese hubieses hubiésemos
    hubieseis hubiesen habiendo habido habida habidos habidas soy eres somos sois sea seas seamos seáis sean seré
    serás será seremos seréis serán serías seríamos seríais serían eras éramos erais eran fui fuiste fue fuimos
    fuisteis fueron fuera fueras fuéramos fuerais fueran fuese fueses fuésemos fueseis fuesen sintiendo sentido
    sentida sentidos sentidas siente sentid tienes tiene tenemos tenéis tienen tenga tengas tengamos tengáis tengan
    tendré tendrás tendrá tendremos tendréis tendrán tendría tendrías tendríamos tendríais tendrían tenía tenías
    teníamos teníais tenían tuve tuviste tuvo tuvimos tuvisteis tuvieron tuviera tuvieras tuviéramos tuvierais
    tuvieran tuviese tuvieses tuviésemos tuvieseis tuviesen teniendo tenido tenida tenidos tenidas tened ahora todavía
    aún siempre aquí bien así nunca entonces`,
  it: `il lo la gli le un una è sono era come posso può io mio mia miei mie che cosa dove quando perché chi con per da ho ha
    hai questo questa e non favore mi ci nostro vostro sarebbe vorrei bisogno nel della del al si c'è quale ciao
    grazie buongiorno ad allo ai agli all agl alla alle col coi dal dallo dai dagli dall dagl dalla dalle di dello dei
    degli dell degl delle in nello nei negli nell negl nella nelle su sul sullo sui sugli sull sugl sulla sulle tra
    contro tu lui lei noi voi loro tuo tua tuoi tue suo sua suoi sue nostra nostri nostre vostra vostri vostre ti vi
    li ne uno ma ed se anche dov cui più quanto quanti quanta quante quello quelli quella quelle questi queste tutto
    tutti a i o abbiamo avete hanno abbia abbiate abbiano avrò avrai avrà avremo avrete avranno avrei avresti avrebbe
    avremmo avreste avrebbero avevo avevi aveva avevamo avevate avevano ebbi avesti ebbe avemmo aveste ebbero avessi
    avesse avessimo avessero avendo avuto avuta avuti avute sei siamo siete sia siate siano sarò sarai sarà saremo
    sarete saranno sarei saresti saremmo sareste sarebbero ero eri eravamo eravate erano fui fosti fu fummo foste
    furono fossi fosse fossimo fossero essendo faccio fai facciamo fanno faccia facciate facciano farò farai farà
    faremo farete faranno farei faresti farebbe faremmo fareste farebbero facevo facevi faceva facevamo facevate
    facevano feci facesti fece facemmo faceste fecero facessi facesse facessimo facessero facendo sto stai sta stiamo
    stanno stia stiate stiano starò starai starà staremo starete staranno starei staresti starebbe staremmo stareste
    starebbero stavo stavi stava stavamo stavate stavano stetti stesti stette stemmo steste stettero stessi stesse
    stessimo stessero stando ancora già molto ora adesso sempre così poi bene qui lì niente mai troppo allora`,
  pt: `o os as um uma é são era como posso pode você eu meu minha meus minhas que onde quando porquê quem com para desde
    tenho tem este esta e não favor me nos nosso seu seria quero preciso no na do da ao há qual olá obrigado obrigada
    bom quanto quanta quantos quantas de a em se por mais dos mas ele das à sua ou muito já também só pelo pela até
    isso ela entre depois sem mesmo aos seus nas esse eles essa num nem suas às numa pelos elas nós lhe deles essas
    esses pelas dele tu te vocês vos lhes teu tua teus tuas nossa nossos nossas dela delas estes estas aquele aquela
    aqueles aquelas isto aquilo estou está estamos estão estive esteve estivemos estiveram estava estávamos estavam
    estivera estivéramos esteja estejamos estejam estivesse estivéssemos estivessem estiver estivermos estiverem hei
    havemos hão houve houvemos houveram houvera houvéramos haja hajamos hajam houvesse houvéssemos houvessem houver
    houvermos houverem houverei houverá houveremos houverão houveria houveríamos houveriam sou somos éramos eram fui
    foi fomos foram fora fôramos seja sejamos sejam fosse fôssemos fossem for formos forem serei será seremos serão
    seríamos seriam temos tém tinha tínhamos tinham tive teve tivemos tiveram tivera tivéramos tenha tenhamos tenham
    tivesse tivéssemos tivessem tiver tivermos tiverem terei terá teremos terão teria teríamos teriam ainda agora
    sempre bem aqui ali tudo nada nunca assim então`,
  nl: `de het een is zijn was hoe kan kunt ik u jij je mijn wat waar wanneer waarom wie met voor van heb heeft hebben dit
    deze en niet alstublieft er mij wij we ons onze zou wil graag nodig op ook nog geen als bij naar hallo bedankt
    hoeveel te dat die in hij aan had maar om hem dan of men zo door over ze zich tot uit der daar haar want zal me
    zij nu ge omdat iets worden toch al waren veel meer doen toen moet ben zonder hun dus alles onder ja eens hier
    werd altijd doch wordt wezen kunnen zelf tegen na reeds kon niets uw iemand geweest andere`,
  sv: `jag du är var hur kan min mitt mina vad när varför vem med för från har den det detta och inte snälla mig vi vår
    skulle vill behöver på också ingen om till hej tack en ett att i hon som han sig så men hade de av icke henne då
    sin nu hans honom hennes där man ej vid kunde något ut efter upp dem vara över än dig sina här ha mot alla under
    någon eller allt mycket sedan ju denna själv åt utan varit ni bli blev oss din dessa några deras blir samma vilken
    er sådan blivit dess inom mellan sådant varje vilka ditt vilket sitta sådana vart dina vars vårt våra ert era
    vilkas`,
  da: `jeg du er var hvordan kan min mit mine hvad hvor hvornår hvorfor hvem med for fra har den det dette og ikke mig vi
    vores ville vil behøver på også ingen om til hej tak en et i at som de han af der sig men havde ham hun nu over da
    ud sin dem os op man hans eller skal selv her alle blev kunne ind når være dog noget jo deres efter ned skulle
    denne end under have dig anden hende alt meget sit sine vor mod disse hvis din nogle hos blive mange ad bliver
    hendes været thi jer sådan`,
  no: `jeg du er var hvordan kan min mitt mine hva hvor når hvorfor hvem med for fra har den det dette og ikke meg vi vår
    ville vil trenger på også ingen om til hei takk en et i at som de han av ikkje der så seg men ett ha hadde hun nå
    over da ved ut sin dem oss opp man hans eller skal selv sjøl her alle bli ble blei blitt kunne inn være kom noen
    noe dere deres kun ja etter ned skulle denne deg si sine sitt mot meget disse uten din ditt blir samme hvilken
    hvilke sånn inni mellom hver vors hvis både bare enn fordi før mange slik vært båe begge siden dykk dykkar dei
    deira deires deim di då eg ein eit eitt elles honom hjå ho hoe henne hennar hennes hoss hossen ingi inkje korleis
    korso kva kvar kvarhelst kven kvi kvifor me medan mi mykje no nokon noka nokor noko nokre sia sidan so somt somme
    um upp vere vore verte vort varte vart`,
  pl: `jak mogę czy jest są był moje mój moja gdzie kiedy dlaczego kto z dla od mam ma to i nie proszę mi się nas nasz byłoby
    chcę potrzebuję na w do o za przez co ale dzień dobry dziękuję`,
};

/** A German word as it is written on a keyboard without umlauts and ß: "fuer". */
const withoutUmlauts = (word: string) =>
  word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');

const spellings = Object.entries(smallWords).map(([language, list]): [string, Set<string>] => {
  const words = list.split(/\s+/);
  return [language, new Set(language === 'de' ? [...words, ...words.map(withoutUmlauts)] : words)];
});

const languagesOf = new Map<string, string[]>();
for (const [language, words] of spellings) {
  for (const word of words) {
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
  }
}

const folded = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');
const foldedWords = new Map(
  spellings.map(([language, words]): [string, Set<string>] => [language, new Set([...words].map(folded))]),
);

/** Whether a word, in lower case and without accents, is a small word of the language (BCP 47). */
export const isSmallWord = (word: string, language: string): boolean =>
  foldedWords.get(detectorLanguage(language))?.has(word) ?? false;

/** Whether a word, in lower case, is a small word of any language. */
export const isSmallAnywhere = (word: string): boolean => languagesOf.has(word);

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
