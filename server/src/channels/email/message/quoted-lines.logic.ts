/** How many characters of a line are examined: the lines of mail programs are shorter, and the limit bounds the work. */
const mostLookedAt = 1_000;

/** A line of a mail, with what separates new words from the quoted message. */
export interface MailLine {
  /** As it was written. */
  whole: string;
  /** Trimmed, cut, without asterisks and with plain blanks: programs put asterisks and non-breaking blanks into their headings. */
  seen: string;
  blank: boolean;
  /** Begins with `>`. */
  marked: boolean;
}

export function linesOf(text: string): MailLine[] {
  return text.split('\n').map((whole) => {
    const seen = whole
      .slice(0, mostLookedAt)
      .replaceAll('*', '')
      .replaceAll('\u00a0', ' ')
      .replaceAll('\u202f', ' ')
      .replaceAll('\u3000', ' ')
      .trim();
    return { whole, seen, blank: seen === '', marked: seen.startsWith('>') };
  });
}

const originals = [
  'original message|originalnachricht|ursprüngliche nachricht|ursprungliche nachricht|original-nachricht',
  'message d.origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|origineel bericht',
  'mensagem original|oprindelig meddelelse|originalmeddelande|wiadomość oryginalna',
  'reply message|forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato',
  'doorgestuurd bericht|mensagem encaminhada|reply above this line',
  'ursprüngliche mail|original mail|mail original|mail originale|originele mail',
  '原始邮件|元のメッセージ|исходное сообщение',
].join('|');
const originalWords = new RegExp(`^(?:begin )?(?:${originals})[ :]{0,2}$`, 'i');

/** `-----Original Message-----`: one of the known phrases between dashes or underscores. */
export function isOriginalHeading({ seen }: MailLine): boolean {
  if (seen.length > 120) return false;
  // The forms of Zendesk and GroupWise: only programs write them.
  if (seen.startsWith('##- ') && seen.endsWith(' -##')) return true;
  if (seen.startsWith('>>> ') && seen.endsWith(' >>>')) return year.test(seen) && clock.test(seen);
  const inner = withoutEnds(seen, '-_ ');
  if (inner === seen || !seen.startsWith('--')) return false;
  return (
    originalWords.test(inner) || (seen.endsWith('--') && verbs.test(inner) && (year.test(inner) || inner.includes('@')))
  );
}

/** Such a phrase without dashes, as some telephones write it above the headings of a message. */
export const isBareOriginalHeading = ({ seen }: MailLine): boolean => seen.length <= 40 && originalWords.test(seen);

function withoutEnds(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start] ?? '')) start += 1;
  while (end > start && characters.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
}

type QuotedHeader = 'from' | 'sent' | 'to' | 'copy' | 'subject' | 'reply_to';

const labels: Readonly<Record<QuotedHeader, string>> = {
  from:
    '发件人|差出人|보낸 사람|от|kimden|lähettäjä|' +
    'from|von|de|da|van|från|fra|od|expéditeur|mittente|afzender|remitente',
  sent:
    'sent|date|gesendet|datum|envoyé|envoyé le|le|enviado|enviado el|enviado em|enviada em|enviada|fecha|inviato|data|' +
    '发送时间|送信日時|보낸 날짜|отправлено|дата|gönderildi|tarih|' +
    'lähetetty|odesláno|wysłane|verzonden|verstuurd|skickat|sendt|dato|wysłano|gesendet am|sent at|time',
  to: '收件人|宛先|받는 사람|кому|kime|vastaanottaja|komu|to|an|à|a|para|aan|till|til|do|destinataire|destinatario|pour',
  copy: '抄送|копия|bilgi|kopio|cc|bcc|kopie|copie|cc/cci|kopia|cco',
  subject:
    '主题|件名|제목|тема|konu|aihe|předmět|' +
    'subject|ogg|betreff|objet|asunto|oggetto|onderwerp|assunto|ämne|emne|temat|sujet|betr',
  reply_to: 'reply-to|antwort an|répondre à|responder a|rispondi a',
};
const headings = new Map<string, QuotedHeader>(
  (Object.keys(labels) as QuotedHeader[]).flatMap((kind) =>
    labels[kind].split('|').map((label) => [label, kind] as const),
  ),
);

/** Chinese and Japanese programs write the second. */
const anyColon = /[:：]/;

/** Which heading of a quoted message the line is, such as `From: Ann <ann@x.test>`; null for any other line. */
export function headingOf({ seen }: MailLine): QuotedHeader | null {
  const colon = seen.search(anyColon);
  if (colon < 1 || colon > 20) return null;
  return headings.get(seen.slice(0, colon).trim().toLowerCase()) ?? null;
}

/** Whether the line looks like a heading of an older message, in any language: a label of a few letters, then a colon. */
export function isLabelled({ seen }: MailLine): boolean {
  const colon = seen.search(anyColon);
  return colon > 0 && colon <= 25 && /^[\p{L}\p{M} ./'’-]+$/u.test(seen.slice(0, colon));
}

const openings =
  /^(?:on|am|le|el|il|op|em|den|dne|dnia|w dniu|vào|στις|pe|på|il giorno|on behalf|at|van|le jeu|ter|seg|qua|qui|sex) ?/i;
const verbs = new RegExp(
  String.raw`(?:\bwrote|\bwrites|\bschrieb|\bschreibt|\ba écrit|\bescribió|\bha scritto|\bscrisse|` +
    String.raw`\bschreef|\bescreveu|\bskrev|\bnapisał|\bpisze|` +
    String.raw`\bha escrito|\bgeschreven|\bkirjoitti|\bgeschrieben|\byazdı|\ba scris|\bnapsala?|\bezt írta|写道)(?![\p{L}\p{N}])`,
  'iu',
);
const clock = /(?:^|[^\d])\d{1,2}[:.h]\d{2}(?!\d)/;
const year = /(?:^|[^\d])(?:20\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?!\d)/;

/** Whether the line contains a year, a date or a time of day. */
export const tellsTime = ({ seen }: MailLine): boolean => year.test(seen) || clock.test(seen);

export interface Attribution {
  /** How many lines it takes. */
  lines: number;
  /** So specific about time and author that it cannot be prose: the text below is quoted even without marks. */
  certain: boolean;
  /** The text that it introduces begins in its own line. */
  goesOn?: boolean;
}

/** The addresses and names of those who get a reply, in lower case: the message that it quotes is by one of them. */
export type Answered = readonly string[];

const mostWrapped = 4;

/** `On 3 May 2026 at 10:12, Ann <ann@x.test> wrote:`, possibly over several lines; null if none begins here. */
export function attributionAt(lines: readonly MailLine[], at: number, answered: Answered = []): Attribution | null {
  if (goesOn(lines[at])) return { lines: 1, certain: true, goesOn: true };
  let joined = '';
  for (let count = 1; count <= mostWrapped; count++) {
    const line = lines[at + count - 1];
    if (!line || line.blank || line.marked) return null;
    joined = `${joined} ${line.seen}`.trim();
    if (joined.length > mostLookedAt) return null;
    if (!joined.endsWith(':') && !joined.endsWith('：')) continue;
    const found = judge(joined) ?? judgeByAuthor(joined, answered);
    return found === null || beginsBelow(lines, at, count) ? null : { lines: count, certain: found };
  }
  return null;
}

/** Yahoo's telephones leave three blanks between the attribution and the text: `On …, Ann<ann@x.test> wrote:   Hello`. */
function goesOn(line: MailLine | undefined): boolean {
  const colon = line?.marked === false ? line.seen.indexOf(':', line.seen.indexOf('>') + 1) : -1;
  if (!line || colon < 0 || !/^ {2}/.test(line.seen.slice(colon + 1, colon + 3))) return false;
  const words = line.seen.slice(0, colon + 1);
  return words.includes('<') && clock.test(words) && judge(words) === true;
}

/** In a language whose words we do not know, the author tells it. */
function judgeByAuthor(words: string, answered: Answered): boolean | null {
  const said = words.toLowerCase();
  const isAddressed = answered.some((each) => said.includes(`<${each}>`));
  const isTimed = year.test(words) && clock.test(words);
  if (isAddressed) return isTimed && !speaksOfPersons(words);
  return isTimed && answered.some((each) => said.includes(each)) && !speaksOfPersons(words) ? false : null;
}

// Some programs leave no blank line above it: the last of the new words must not count as its beginning.
const beginsBelow = (lines: readonly MailLine[], at: number, count: number): boolean =>
  Array.from({ length: count - 1 }, (_, above) => lines.slice(at + above + 1, at + count)).some(
    (rest) => judge(rest.map(({ seen }) => seen).join(' ')) === true,
  );

function judge(words: string): boolean | null {
  const dated = year.test(words) || clock.test(words);
  const hasVerb = verbs.test(words);
  const addressed = words.includes('@') || words.includes('<');
  if (hasVerb && dated && (openings.test(words) || addressed || /^\d/.test(words)))
    return year.test(words) && (clock.test(words) || addressed) && !speaksOfPersons(words);
  // Accept "Ann Miller <ann@x.test> wrote:", and Gmail's form for languages without a verb at the end.
  if (hasVerb && addressed) return false;
  if (addressed && words.endsWith('>:') && dated) return true;
  // Accept Tuta's "24 Nov 2026, 10:12 by ann@x.test:".
  return addressed && /^\d/.test(words) && year.test(words) && clock.test(words) ? false : null;
}

// Programs write names: in "On 3 May 2026 at 10:12 your colleague wrote to me:", a person tells what happened. Names begin with a capital.
const persons = new Set(
  (
    'I me my we us our you your ich mir mich mein meine meinem wir uns unser unsere Sie Ihnen Ihr Ihre Ihrem ' +
    "je j’ j' me m’ m' mon ma nous notre vous votre yo mi nos nuestro nuestra usted su sus " +
    'io mio mia ci noi nostro nostra voi vostro vostra ik mij mijn wij ons onze u uw jullie eu mim meu minha nosso seu sua'
  ).split(' '),
);

function speaksOfPersons(words: string): boolean {
  const outside = words.split(/[ ,;()<>]+/).filter((word) => !word.includes('@'));
  return outside.some((word) => (word.match(/\p{L}+['’]?/gu) ?? []).some((each) => persons.has(each)));
}

const farewells = [
  'sent from my ',
  'sent from mail for ',
  'sent from outlook',
  'sent from yahoo',
  'sent from proton',
  'sent with proton',
  'sent with [proton',
  'get outlook for ',
  'holen sie sich outlook für ',
  'gesendet von ',
  'gesendet mit ',
  'diese nachricht wurde von meinem ',
  'envoyé de mon ',
  'envoyé depuis ',
  'envoyé à partir ',
  'obtenir outlook ',
  'télécharger outlook ',
  'enviado desde ',
  'enviado do meu ',
  'enviado a partir ',
  'inviato da ',
  'ottieni outlook ',
  'obtener outlook ',
  'verstuurd vanaf ',
  'verzonden vanaf ',
  'verstuurd met ',
  'skickat från ',
  'sendt fra ',
];

/** With these, people also begin sentences: the end of the line tells whether a program wrote it. */
const farewellsWithEnds = [
  ['von meinem', 'gesendet'],
  ['von yahoo mail', 'gesendet'],
  ['outlook für', 'herunterladen'],
  ['outlook für', 'beziehen'],
  ['outlook voor', 'downloaden'],
] as const;
const mostWordsWithComma = 7;

/** The line that a telephone adds below every message. */
export function isDeviceLine(line: MailLine): boolean {
  const { seen } = line;
  if (seen.length > 90 || /[?!]/.test(seen) || tellsTime(line)) return false;
  if (seen.includes(',') && seen.split(' ').length > mostWordsWithComma) return false;
  const words = seen.toLowerCase();
  const said = words.endsWith('.') ? words.slice(0, -1) : words;
  return (
    farewells.some((each) => words.startsWith(each)) ||
    farewellsWithEnds.some(([beginning, end]) => said.startsWith(beginning) && said.endsWith(end))
  );
}

/** The line above a signature (RFC 3676): two dashes and a blank. Mail programs that trim lines lose the blank. */
export const isSignatureMark = ({ whole }: MailLine): boolean => /^--[ \r]{0,2}$/.test(whole.slice(0, 5));
