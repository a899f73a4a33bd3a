import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsIn } from '../claims/claims.ts';
import { contradict } from './contradictions.logic.ts';

type SampleArticle = [title: string, sentence: string];
const says = ([title, text]: SampleArticle, language = 'en') => {
  const [first] = claimsIn({ title, heading_path: [], text }, language);
  assert.ok(first, text);
  return first;
};
const disagree = (one: SampleArticle, other: SampleArticle, language?: string) =>
  contradict(says(one, language), says(other, language)) && contradict(says(other, language), says(one, language));

const kinds: [kind: string, SampleArticle, SampleArticle][] = [
  ['free', ['Kayaks', 'A life vest costs €4 for a paddler.'], ['What to bring', 'Life vests are free of charge.']],
  [
    'phone',
    ['Leaks', 'To report a gas leak call 0800 555 0123.'],
    ['Water', 'If there is a gas leak, ring 0800 555 0456.'],
  ],
  [
    'mail',
    ['Press', 'Press photos: write to press@a.example.'],
    ['Photos', 'For press photos write to info@a.example.'],
  ],
  [
    'hours',
    ['Museum', 'The museum shop is open on weekdays from 9am to 5pm.'],
    ['Shop', 'Monday to Friday the museum shop is open 10:00–18:00.'],
  ],
  [
    'weekday',
    ['Bins', 'Paper bins are emptied on the first Tuesday of the month.'],
    ['Paper', 'The paper bins are emptied on the last Friday.'],
  ],
  [
    'day of month',
    ['Rent', 'Your rent is debited on the 1st.'],
    ['Payments', 'The rent is debited on the 5th of each month.'],
  ],
  [
    'age',
    ['Climbing', 'Climbers must be at least 14 years old to belay.'],
    ['Belaying', 'Climbers may belay from the age of 16.'],
  ],
  [
    'hours of one thing',
    ['Support hours', 'Our support team is available Monday to Friday from 9 am to 5 pm.'],
    ['Contact', 'You can reach support every day from 8 am to 8 pm.'],
  ],
  ['who pays', ['Returns', 'Return shipping is free.'], ['Return labels', 'Customers pay for return shipping.']],
  [
    'at any time, and not before',
    ['Leaving', 'You can cancel your subscription at any time.'],
    ['Terms', 'Subscriptions cannot be cancelled before the end of the term.'],
  ],
  ['one of what is offered', ['Payment', 'We accept PayPal and credit cards.'], ['Paying', 'PayPal is not accepted.']],
  ['way', ['Dark mode', 'Open Profile > Display.'], ['Look', 'To switch to dark mode, go to Settings > Colours.']],
  [
    'a part of a long sentence',
    ['Sign up', 'Enter your name, agree to the terms and choose a username of at least 6 letters.'],
    ['Usernames', 'A username has a minimum of 4 letters.'],
  ],
  [
    'number of several',
    ['Coupons', 'Several coupons can be used for one basket.'],
    ['Basket', 'You can use only one coupon per basket.'],
  ],
  [
    'only some, and all',
    ['Keys', 'Only the janitor can open the boiler room.'],
    ['Boilers', 'Every tenant can open the boiler room.'],
  ],
  [
    'only one, or a choice',
    ['Deposits', 'The deposit is paid back in vouchers only.'],
    ['Bottles', 'The deposit is paid back in vouchers or in cash.'],
  ],
  [
    'no, and with a value',
    ['Photos', 'Once a photo has been deleted it cannot be restored.'],
    ['Bin', 'A deleted photo can be restored within 30 days.'],
  ],
  [
    'never, and in a case',
    ['Payment', 'Payment by cheque is not possible.'],
    ['Cheques', 'Payment by cheque is available for schools.'],
  ],
];
test('contradicting values of every kind, permissions and menu paths are found in different wordings', () => {
  for (const [kind, one, other] of kinds) assert.ok(disagree(one, other), kind);
  const german: SampleArticle[] = [
    ['Ausleihe', 'Der Ausweis für die Bücherei kostet 15 Euro.'],
    ['Bücherei', 'Für den Ausweis der Bücherei berechnen wir 20 Euro.'],
  ];
  assert.ok(disagree(german[0]!, german[1]!, 'de'));
});

const traps: [trap: string, SampleArticle, SampleArticle][] = [
  ['names', ['Storage', 'Files in Dublin are kept for 35 days.'], ['Storage', 'Files in Osaka are kept for 30 days.']],
  [
    'an exception',
    ['Returns', 'Shoes can be returned within 30 days.'],
    ['Sale', 'If they were on sale, shoes can be returned within 7 days.'],
  ],
  [
    'a case in front',
    ['Returns', 'Shoes can be returned within 30 days.'],
    ['Sale', 'For sale items, shoes can be returned within 7 days.'],
  ],
  ['the past', ['Fares', 'A day ticket costs €9.'], ['History', 'In 2019 a day ticket cost €7.']],
  ['an example', ['Fares', 'A day ticket costs €9.'], ['Groups', 'For example, a day ticket for two costs €14.']],
  [
    'another unit of the same',
    ['Loans', 'A first loan is checked for up to 24 hours.'],
    ['Checks', 'We check a first loan for one day.'],
  ],
  [
    'a price, and the bound of a case',
    ['Post', 'Standard post costs €4.95.'],
    ['Free post', 'Standard post is free above €50.'],
  ],
  [
    'free for a while',
    ['Yard', 'Visitors park in the yard free of charge for two hours.'],
    ['Cars', 'Parking in the yard costs €2 per hour for visitors.'],
  ],
  [
    'other days',
    ['Desk', 'The desk is open on Saturdays from 9:00 to 12:00.'],
    ['Hours', 'The desk is open on weekdays from 8:00 to 18:00.'],
  ],
  [
    'another beginning',
    ['Doors', 'The garage door closes 15 minutes before the end of the concert.'],
    ['Tickets', 'Online booking closes one hour before the end of the concert.'],
  ],
  [
    'a rule and its exception',
    ['Vouchers', 'Vouchers can be used in all shops.'],
    ['Books', 'Vouchers cannot be used to buy school books in all shops.'],
  ],
  [
    'one of what is offered, and where it is not',
    ['Dogs', 'Dogs are allowed in the garden and on the terrace.'],
    ['Rooms', 'Dogs are not allowed in the rooms.'],
  ],
  [
    'numbers that are names',
    ['Post', 'Parcels to zone 1 arrive within 5 days.'],
    ['Zones', 'Parcels to zone 12 arrive within 9 days.'],
  ],
  [
    'a number that is a name, and no amount of what comes next',
    ['Post', 'Parcels to zone 1 arrive within 5 days.'],
    ['Zones', 'Parcels to zone 12 arrive within 5 days.'],
  ],
  [
    'far too far apart',
    ['Loans', 'A new loan takes ten minutes.'],
    ['Loans', 'A new loan takes 25 years to pay back.'],
  ],
  [
    'the height of riders, and the range',
    ['Bikes', 'The Tern electric bike suits 1.55–1.95 m.'],
    ['Bikes', 'The Tern electric bike does 60–110 km.'],
  ],
  [
    'the weight of a part, and of what it carries',
    ['Racks', 'The rear rack weighs 900 g.'],
    ['Racks', 'The rear rack carries 120 kg.'],
  ],
];
test('different cases, names and days, the past, examples and converted units contradict nothing', () => {
  for (const [trap, one, other] of traps) assert.ok(!contradict(...both(one, other)), trap);
});
function both(one: SampleArticle, other: SampleArticle): Parameters<typeof contradict> {
  const [here, there] = [one, other].map(([title, text]) => claimsIn({ title, heading_path: [], text }, 'en')[0]);
  const silent = claimsIn({ title: 'Nothing', heading_path: [], text: 'It is said here.' }, 'en')[0];
  assert.ok(silent);
  return [here ?? silent, there ?? silent];
}

const table = '| Card | Daily limit | Insurance |\n|---|---|---|\n| Blue Card | €300 | no |\n| Red Card | €900 | yes |';
test('a table cell claims something about its row and column only, and is quoted with its row', () => {
  const cells = claimsIn({ title: 'Cards', heading_path: [], text: table }, 'en');
  const against = (text: string) => cells.filter((cell) => contradict(cell, says(['The Blue Card', text])));
  const quotes = (text: string) => against(text).map(({ quote }) => quote);
  assert.deepEqual(quotes('The daily limit of the Blue Card is €500.'), ['Blue Card €300 no']);
  assert.deepEqual(quotes('The daily limit of the Blue Card is €300.'), []);
  assert.deepEqual(quotes('Insurance comes with the Blue Card.'), ['Blue Card €300 no']);
  assert.deepEqual(quotes('Insurance does not come with the Blue Card.'), []);
});

test('lines and paragraphs that begin with their subject are read with it', () => {
  const prices = claimsIn({ title: 'Prices', heading_path: [], text: 'Key ring: €5\nTetanus shot: €74' }, 'en');
  const shot = says(['Shots', 'The tetanus shot costs €68.']);
  assert.deepEqual(
    prices.filter((claim) => contradict(claim, shot)).map(({ quote }) => quote),
    ['Tetanus shot: €74'],
  );
  const shop = claimsIn(
    { title: 'Shops', heading_path: [], text: '**Leiden**, 20 Canal Street. Closed on Sundays.' },
    'en',
  );
  const leiden = says(['Leiden', 'The Leiden shop is open on Sundays from 12:00 to 17:00.']);
  assert.ok(shop.some((claim) => contradict(claim, leiden)));
  assert.ok(
    !shop.some((claim) => contradict(claim, says(['Delft', 'The Delft shop is open on Sundays from 12:00 to 17:00.']))),
  );
});
