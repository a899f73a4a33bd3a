import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsIn } from '../claims/claims.ts';
import { contradict, contradictNearby } from './contradictions.logic.ts';

const claim = (sentence: string, title = 'Help', ...headings: string[]) => {
  const [first] = claimsIn({ title, heading_path: headings, text: sentence }, 'en');
  assert.ok(first, sentence);
  return first;
};

const contradictions: [string, string][] = [
  ['Returns are accepted within 30 days of purchase.', 'Items can be returned within 14 days of purchase.'],
  ['You can return any item within 30 days.', 'Returned items are accepted within two weeks of purchase.'],
  ['Shipping to Norway costs $12.', 'Shipping to Norway costs 15 dollars.'],
  ['The sale ends on 31 March 2026.', 'The sale ends on April 2, 2026.'],
  ['The shop opens at 9 am.', 'The shop opens at 10:00.'],
  ['The free plan includes 5 projects.', 'The free plan includes three projects.'],
  ['Refunds cover 80% of the ticket price.', 'Refunds cover 50 percent of the ticket price.'],
  ['We ship to Switzerland.', 'We do not ship to Switzerland.'],
  ['Gift cards can be exchanged for cash.', 'Gift cards cannot be exchanged for cash.'],
  ['Breakfast is included in the room price.', 'Breakfast is excluded from the room price.'],
  ['The shop opens at 9:00 and closes at 18:00.', 'The shop opens at 10:00 and closes at 18:00.'],
];
test('the same subject with another number, price, date, time or answer is a contradiction', () => {
  for (const [one, other] of contradictions) {
    assert.ok(contradict(claim(one), claim(other)), `${one} / ${other}`);
    assert.ok(contradict(claim(other), claim(one)), `${other} / ${one}`);
  }
});

const compatible: [string, string][] = [
  ['Returns are accepted within 30 days of purchase.', 'Returns are accepted within 30 days after purchase.'],
  ['Refunds arrive within 5 to 7 working days.', 'Refunds arrive within 7 working days.'],
  ['The trial lasts 14 days.', 'The trial lasts two weeks.'],
  ['The trial lasts 30 days.', 'The trial lasts one month.'],
  [
    'Annual plans can be refunded in full within 30 days of purchase.',
    'Monthly plans can be refunded in full within 14 days of purchase.',
  ],
  ['Express delivery takes 2 days.', 'Standard delivery takes 5 days.'],
  ['The warranty lasts 2 years.', 'Invoices are kept for 10 years.'],
  ['Passwords need at least 12 characters.', 'The link works for 30 minutes.'],
  ['Delivery to Germany takes 2 days.', 'Delivery to Spain takes 5 days.'],
  ['We ship to Switzerland.', 'We do not ship batteries.'],
  ['The shop opens at 9 am.', 'The shop closes at 6 pm.'],
  ['Parking is free for two hours.', 'Parking costs $3 per hour.'],
  ['For shop orders, when the parcel leaves the warehouse.', 'Shop orders are not on it.'],
  ['Remove the device in the app.', 'No. Remove the device in the app.'],
  ['Customer identity is verified.', '- Customer identity is not verified'],
];
const elsewhere: [string, string][] = [
  ['The link is valid for 24 hours.', 'The link is valid for 7 days and works only when you are signed in.'],
  ['Press the dial and hold it for 15 seconds, until RESET appears.', 'Press the dial for 5 seconds.'],
  ['Restart the hub: unplug it for 10 seconds.', 'Unplug the hub for 1 minute.'],
  ['After 24 hours the owner gets an e-mail.', 'About 4 weeks before the end the owner gets an e-mail in the app.'],
];
test('a step of a guide is not compared with steps of other guides', () => {
  for (const [one, other] of elsewhere) {
    assert.ok(!contradict(claim(one, 'Pair a sensor'), claim(other, 'Forgotten password')), `${one} / ${other}`);
  }
  const [one, other] = elsewhere[0]!;
  assert.ok(contradict(claim(one, 'Forgotten password'), claim(other, 'Forgotten password')));
});

test('other subjects, alternatives and the same value in other words are no contradiction', () => {
  for (const [one, other] of compatible) assert.ok(!contradict(claim(one), claim(other)), `${one} / ${other}`);
});

test('short sentences are distinguished by their headings', () => {
  const [here, there] = [
    claim('It takes 2 days.', 'Delivery of furniture'),
    claim('It takes 5 days.', 'Delivery of furniture'),
  ];
  assert.ok(contradict(here, there));
  assert.ok(!contradict(here, claim('It takes 5 days.', 'Bank transfer')));
});

test('articles made from one template for different things may differ', () => {
  const fee = (amount: string, title: string) => claim(`The monthly fee is ${amount}.`, title);
  const apart: [string, string][] = [
    ['Silver Account: wires and fees', 'Copper Account: wires and fees'],
    ['Gold fees', 'Gold Plus fees'],
    ['Personal loans', 'Business loans'],
  ];
  for (const [one, other] of apart) assert.ok(!contradict(fee('$5', one), fee('$9', other)), `${one} / ${other}`);
  assert.ok(contradict(fee('$5', 'Silver Account: wires and fees'), fee('$9', 'Monthly fees')));
});

test('a statement for one case contradicts one that denies every case, but not one about another case', () => {
  const some = claim('Dogs are allowed in the shop when kept on a lead.');
  assert.ok(contradict(some, claim('Dogs are not allowed in the shop, except assistance dogs.')));
  assert.ok(!contradict(some, claim('Dogs are not allowed in the shop if they bark.')));
});

test('yes and no under the same question contradict each other', () => {
  const asked = 'Can I bring my dog?';
  assert.ok(
    contradict(claim('Yes, dogs are welcome.', 'Dogs', asked), claim('No, that is not an option.', 'Dogs', asked)),
  );
});

test('questions, fragments and the words of customers claim nothing', () => {
  const text = 'Is it within 30 days? Thirty days. I did not get an e-mail.';
  assert.deepEqual(claimsIn({ title: 'Help', heading_path: [], text }, 'en'), []);
});

const apart: [string, string][] = [
  [
    'Returns are accepted within 30 days of purchase.',
    'If it is opened, returns are accepted within 14 days of purchase.',
  ],
  ['Members can return items within 60 days of purchase.', 'Items can be returned within 30 days of purchase.'],
  ['- Delivery of small parcels: 2 days', '- Delivery of large parcels: 5 days'],
  ['| 10 pieces | 5 % discount |', '| 50 pieces | 9 % discount |'],
];
test('a document contradicts itself if it states both without a condition', () => {
  for (const [one, other] of contradictions)
    assert.ok(contradictNearby(claim(one, 'Help', 'Here'), claim(other, 'Help', 'There')), `${one} / ${other}`);
  for (const [one, other] of apart) assert.ok(!contradictNearby(claim(one), claim(other)), `${one} / ${other}`);
});
