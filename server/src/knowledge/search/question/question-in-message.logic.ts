import { beginningOf, type Bounds } from '../../../platform/text/beginning.logic.ts';
import { sentencesOf } from '../../../platform/text/sentences.logic.ts';

/**
 * How much of a question is read: the matter is stated early, and pasted logs are long. Words and lines are compared without a
 * pause for others: of a mail of a million characters they took 4 s (20 s where Unicode spells one character out as eighteen, half
 * a second where every line is short), and too many words ended the call. A paragraph of a writing without blanks is still read.
 */
export const readOfQuestion: Bounds = { most: 6_000, run: 1_000 };

/**
 * The question in a message, without greeting, courtesies and signature. In short messages these are often the larger part,
 * and would make all polite messages look alike. A message of nothing else stays as it is.
 */
export function questionInMessage(message: string): string {
  const beginning = beginningOf(message, readOfQuestion);
  const kept = sentencesIn(beginning);
  return kept.length > 0 ? kept.join(' ') : beginning.replace(/\s+/g, ' ').trim();
}

/** The question's sentences; lines also end a sentence. */
export function askedSentences(message: string): string[] {
  const sentences = sentencesIn(message).flatMap((sentence) => sentence.split(/(?<=;)\s+/));
  const kept = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return kept.length > 0 ? kept : [message];
}

function sentencesIn(message: string): string[] {
  const lines = message.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  const end = lines.findIndex((line, at) => at > 0 && closing.test(line));
  const body = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line !== '');
  const [first = '', ...rest] = body;
  return [first.replace(greeting, ''), ...rest].flatMap(sentencesOf).filter((sentence) => !courtesy.test(sentence));
}

const anyOf = (phrases: string): string =>
  phrases
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('|');

// The greeting with the name, up to the punctuation or the end of a short line: "Hi there,", "Dear Sir or Madam:", "Hello!"
const greeting = new RegExp(
  `^(?:${anyOf(`
    hi|hello|hey|hiya|dear|greetings|good (?:morning|afternoon|evening|day)
    hallo|moin|servus|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)
    bonjour|bonsoir|salut|madame|monsieur
    hola|buenos d[ií]as|buenas(?: tardes| noches)?|estimad[oa]s?
    ciao|buongiorno|buonasera|gentil[ei]|salve
    ol[áa]|bom dia|boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?
    beste|geachte|goede(?:morgen|middag|navond|ndag)`)})(?![\\p{L}\\p{N}])(?:(?:\\s+[^\\s,.!?:;]+){0,3}\\s*(?:[,.!:;]+\\s*|$)|\\s*)`,
  'iu',
);

// A line that begins like this ends the letter; the lines below it are the signature.
const closing = new RegExp(
  `^(?:--|__+$|(?:${anyOf(`
    (?:(?:with )?(?:best|kind|warm|many|my) )*(?:regards|wishes)|best$|best,|cheers
    sincerely|yours (?:sincerely|faithfully|truly)|thanks|thank you|thx|many thanks|sent from my|get outlook
    mit (?:freundlichen|besten|lieben|herzlichen)|(?:viele|liebe|beste|freundliche|herzliche|schöne) grü(?:ß|ss)e
    danke|vielen dank|besten dank|mfg$|gesendet von
    cordialement|bien cordialement|(?:meilleures )?salutations|merci|envoyé de
    (?:un )?saludos?|atentamente|gracias|muchas gracias|enviado desde
    cordiali saluti|distinti saluti|saluti|grazie|inviato da
    atenciosamente|cumprimentos|obrigad[oa]|com os melhores
    met vriendelijke|vriendelijke groet|groeten|bedankt|alvast bedankt`)})(?![\\p{L}\\p{N}]))`,
  'iu',
);

// A courtesy asks nothing, unless it goes on: "Thanks for the parcel, but one valve is missing."
const courtesy = new RegExp(
  `^(?!.*(?<!\\p{L})(?:but|however|although|though|yet|still|only|aber|jedoch|mais|pero|però|mas|maar)(?!\\p{L}))(?:${anyOf(`
    i hope (?:you|this|all|everything)[^?]*|hope (?:you|this|all)[^?]*
    i have (?:a|one|another) (?:quick |short |small |little )?question[^?]*|quick question[^?]*
    (?:many )?thanks[^?]*|thank you[^?]*|(?:i look|looking) forward to[^?]*|sorry to bother[^?]*
    ich (?:habe|hätte) (?:mal )?eine (?:kurze |kleine )?frage[^?]*|ich hoffe[^?]*|(?:vielen |besten )?dank[^?]*|danke[^?]*
    j'ai une question[^?]*|merci[^?]*|tengo una pregunta[^?]*|(?:muchas )?gracias[^?]*
    ho una domanda[^?]*|grazie[^?]*|obrigad[oa][^?]*|ik heb een vraag[^?]*|bedankt[^?]*`)})$`,
  'iu',
);
