/**
 * How common stems are in English text and support questions at large, as rounded idf: the index of the band is the idf.
 * Forty articles are too few to distinguish "possible" from "possum"; mixing this in keeps confidence comparable between
 * small and large knowledge bases. Counted over the development data by document share, as the mean of the logarithms over
 * six sources; a word of fewer than four sources is a topic, not a common word.
 */
const bands = [
  `
  the to a and in for of is
  `,
  `
  on it that with can from are at be an not or use have by when what this how do as need up you if account
  `,
  `
  i time was day one new has there chang work set ani your out make all card more will about take where befor which
  but so after no help been doe order they get check through number first may mani see name go add my back long onli
  other bank charg like show
  `,
  `
  into who than open want direct limit would date month year pay activ payment last them should transfer pleas still
  place rate two made must appli receiv amount report until us some differ under money anoth were now fee way start
  locat over send right requir did return provid find complet ask free current while support list person avail possibl
  their between cancel within off we much call most servic plan bill phone home whi look balanc inform includ access
  tri these next mean credit also know same purchas updat allow travel each move busi request process type cost step
  end hold point system good am keep put accept reason come countri dure give had app then me without per becaus link
  well second again address onlin follow item own both contact state could replac arriv intern assist week statement
  lost declin issu confirm later peopl sinc close choos schedul creat say cannot old transact someth messag interest
  yet onc fund offer today tell high paid code track top minut wait correct appear block due cash manag connect hour
  histori just reach total
  `,
  `
  stay instead polici status even remov save post origin deliveri sent our shop select increas addit live question
  period meet full member sign applic longer recent enter found happen case everi store such minimum secur american
  submit standard too alreadi least few caus run near deliv begin room switch deposit down rule buy base soon remain
  dont mail typic stop form three share offic low pin specif never yes around part term problem sever exampl outsid
  oper quick exchang larg refer data method care cover often play program earli left turn compani carri pass appl abl
  continu valu book higher unit protect result age area detail late explain let initi visit dollar small virtual fail
  lower debit expir author review benefit whether present network usual control devic relat attempt exist approv
  verifi tax ident note expect immedi normal think citi clear reserv actual miss believ document here away parti less
  atm function foreign veri against final incom understand taken separ convert option certain given view featur claim
  reset currenc import e respons read alway level wrong notic those display local someon leav rout consid delet prefer
  custom reward count sure refund known power id abov reduc friend physic earlier best associ offici figur famili
  subject either franc singl product calcul pend email hous fix sourc appoint becom holiday file four real effect
  thing enabl line plus automat gas far calendar instruct govern suggest enough estim prepar multipl alert answer cant
  group procedur mind build withdraw error express third anyth stand seem recogn side safe via everyth car kind ship
  establish ensur non general common past reflect posit design stolen ago languag water five matter futur price valid
  role exact verif termin record purpos restrict spend s maintain fall done special advanc came accord across below
  avoid els window event he bought contain red shown great determin restaur identifi reject recommend rather life
  repeat annual howev elig light short previous compar digit websit text goe owner damag earn world volum learn user
  collect describ pm true depart decid rang bring insur extra flight center visa lock might employ team success
  consist condit march mile combin action air talk didnt field tabl public occur key land older definit paper health
  individu speak realli
  `,
];

/** The idf of a word that is not in the bands. */
export const rareIdf = 6;

/** The bands weigh as much as this many passages of the knowledge base. */
const commonPassages = 400;

const commonIdf = new Map(
  bands.flatMap((stems, idf) =>
    stems
      .trim()
      .split(/\s+/)
      .map((stem): [string, number] => [stem, idf]),
  ),
);

export function isCommonWord(stem: string): boolean {
  return commonIdf.has(stem);
}

/** The idf of the knowledge base, smoothed by the idf of the stem in general. */
export function steadyIdf(stem: string, idf: number, passages: number): number {
  const anywhere = commonIdf.get(stem) ?? rareIdf;
  return (passages * idf + commonPassages * anywhere) / (passages + commonPassages);
}
