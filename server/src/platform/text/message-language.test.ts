import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOfMessage } from './message-language.ts';

const rows: readonly (readonly [text: string, language: string | null, expected?: readonly string[]])[] = [
  // Short messages, as in a chat.
  ['Wo ist mein Paket?', 'de'],
  ['wie kündige ich?', 'de'],
  ['où est ma commande', 'fr'],
  ['dónde está mi pedido', 'es'],
  ['vorrei un rimborso', 'it'],
  ['waar is mijn pakket', 'nl'],
  ['var är mitt paket', 'sv'],
  ['gdzie jest moja paczka', 'pl'],
  ['and for annual plans?', 'en'],
  // Words that several languages share do not count for one of them alone.
  ['et par an ?', 'fr'],
  ['on peut inviter un collègue ?', 'fr'],
  ['je pense à me suicider', 'fr'],
  ['Funziona anche in Svizzera?', 'it'],
  ['Werkt dat ook in België?', 'nl'],
  ['Mesmo erro de antes.', 'pt'],
  // Letters choose among languages that share all small words of a text.
  ['e no fim de semana?', 'pt'],
  ['le chargeur a pris feu', 'fr'],
  ['bonjour', 'fr'],
  ['hola', 'es'],
  // Too short to detect.
  ['ok', null],
  ['refund?', null],
  ['reset password', null],
  ['👍', null],
  ['4711-ABC', null],
  ['', null],
  // Mixed with names, numbers, links and emoji.
  ['Hallo, I need help with my invoice', 'en'],
  ['Ich brauche Hilfe mit reset password', 'de'],
  ['Hi, I am Jürgen Müller', 'en'],
  ['cancel my La Liga subscription', 'en'],
  ['Hi Marie-Claire, wo ist meine Bestellung 4711-ABC?', 'de'],
  ['Hola! 😀😀 quiero cancelar', 'es'],
  ['how do I get in? https://connexion.example/mot-de-passe/oublie', 'en'],
  // In other scripts few letters are enough.
  ['返品できますか', 'ja'],
  ['怎么退款？', 'zh'],
  ['환불 가능한가요?', 'ko'],
  ['πού είναι το δέμα μου', 'el'],
  ['как вернуть деньги?', 'ru'],
  ['كيف أسترجع المال', 'ar'],
  // The languages of the desk decide between similar languages.
  ['jeg vil gerne have en ny pakke', 'da', ['da']],
  ['kan jeg få en ny pakke', 'nb', ['en', 'nb-NO']],
  ['як повернути гроші?', 'uk', ['uk']],
];
for (const [text, language, expected = []] of rows) {
  test(`${language ?? 'no telling'}: ${JSON.stringify(text)}`, async () => {
    assert.equal(await languageOfMessage(text, expected), language);
  });
}

test('a few words with a brand name get the expected language, or none in doubt', async () => {
  const texts = [
    'De Longhi Dinamica grinder setting',
    'Lavazza capsules compatible?',
    'Volkswagen ID charging',
    'Philips Lumea warranty',
    'Barilla pesto allergens',
    'Vaillant boiler pressure',
    'Kaercher pressure washer',
    'Mediamarkt installation',
    'Was he a communist?',
  ];
  for (const text of texts) {
    assert.ok(['en', null].includes(await languageOfMessage(text)), text);
    assert.ok(['en', null].includes(await languageOfMessage(text, ['en'])), text);
    assert.ok(['en', null].includes(await languageOfMessage(text, ['en', 'it', 'nl', 'de'])), text);
  }
  assert.equal(await languageOfMessage('Lavazza capsules compatible?', ['en']), 'en');
  assert.equal(await languageOfMessage('Lavazza capsules compatible?', ['it']), 'it');
});

test('a few words of another language are detected even without a small word', async () => {
  const rows: [string, string][] = [
    ['Bestellung stornieren Rückgabe', 'de'],
    ['Volkswagen Ladekabel kaufen', 'de'],
    ['annullare ordine spedizione', 'it'],
    ['annuler commande livraison', 'fr'],
    ['cancelar assinatura anual', 'pt'],
    ['haluan palauttaa tuotteen', 'fi'],
    ['reklamace vadného zboží', 'cs'],
    ['siparişimi iptal etmek istiyorum', 'tr'],
  ];
  for (const [text, language] of rows) assert.equal(await languageOfMessage(text, ['en']), language, text);
});

test('short English questions are never detected as another language', async () => {
  const texts = [
    'how do I reset my password',
    'where is my parcel?',
    'Can I request a refund',
    'card declined again',
    'what does E3 mean',
    'my invoice is wrong',
    'is the app free',
    'dog food',
    'also for kids?',
    'Price of Plus per year?',
    'change my plan to premium please',
  ];
  for (const text of texts) assert.ok(['en', null].includes(await languageOfMessage(text)), text);
});

test('the detection of hostile text takes no longer than that of a long message', async () => {
  await languageOfMessage('Where is the order that I sent for last week?');
  const hostile = [
    'a'.repeat(200_000),
    '{"a":1,"bcd":[2,"ef"],'.repeat(10_000),
    '#-#-'.repeat(50_000),
    ' '.repeat(200_000),
  ];
  const long = 'Where is the order that I sent for last week? '.repeat(4_400);
  const spends = async (text: string) => {
    const before = process.threadCpuUsage();
    await languageOfMessage(text);
    return process.threadCpuUsage(before).user;
  };
  await spends(long);
  const honest = await spends(long);
  // Without a bound they took seconds; a collection of garbage takes some milliseconds.
  for (const text of hostile) assert.ok((await spends(text)) < 10 * honest + 100_000, text.slice(0, 10));
});

test('an endless word does not hide the language around it', async () => {
  const text = `${'x'.repeat(50_000)} Guten Tag, ich möchte gerne wissen, wann meine Bestellung bei mir ankommt.`;
  assert.equal(await languageOfMessage(text), 'de');
});
