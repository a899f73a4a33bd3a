import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedOver } from './carry-over.logic.ts';
import { unknownThread, type SpokenWords } from './known.logic.ts';

const customer = (text: string): SpokenWords => ({ from: 'customer', text });
const unproven = (text: string): SpokenWords => ({ from: 'customer', text, unproven: true });
const us = (text: string): SpokenWords => ({ from: 'us', text });
const asksBack: SpokenWords = { from: 'us', text: 'Which one is it about?', asksBack: true };

const carried = (text: string, history: readonly SpokenWords[], verified = true): string | undefined =>
  carriedOver({
    message: { ...unknownThread.message, text },
    history,
    customer: { ...unknownThread.customer, verified },
  })?.carried?.question;

const afterOrder = [customer('Where is my order?'), asksBack];

const replies: [reply: string, completes: boolean][] = [
  ['It is 48213', true],
  ['48213', true],
  ['#48213, thanks!', true],
  ['Sorry, it is order number 48213', true],
  ['Sorry, I forgot to say. I bought it on Monday with my phone, and the number on the receipt is 48213.', true],
  ['Es ist die 48213', true],
  ['Yes, it is 48213. Also, do you sell gift cards?', true],
  ['Never mind, how do I return 48213?', false],
  ['48213 - and how do I cancel it?', false],
  ['The annual one', true],
  ['das Jahresabo', true],
  ['注文番号は48213です', true],
  ['Annual?', true],
  ['How do I export my invoices?', false],
  ['how do i export my invoices', false],
  ['Do you also sell gift cards for a friend?', false],
  ['I would rather speak to a human', false],
  ['Please cancel order 48213', false],
  ['Thanks, that solved it', false],
  ['Hello', false],
  ['???', false],
  ['5', true],
  ['   ', false],
  ['I have written to you three times now and every time somebody else has told me something else about it', false],
];
for (const [reply, completes] of replies)
  test(`"${reply}" ${completes ? 'completes' : 'does not complete'} the question that we asked back about`, () =>
    assert.equal(carried(reply, afterOrder), completes ? 'Where is my order?' : undefined));

const threads: [name: string, history: readonly SpokenWords[], question: string | undefined][] = [
  ['nothing was said before', [], undefined],
  ['we had answered', [customer('Where is my order?'), us('On its way.')], undefined],
  ['somebody spoke after our question', [...afterOrder, us('Robin here, let me see.')], undefined],
  ['the customer has said more words since', [...afterOrder, customer('Hm')], undefined],
  ['it took two replies', [...afterOrder, customer('The blue one'), asksBack], 'Where is my order?\n\nThe blue one'],
  [
    'another question came between',
    [...afterOrder, customer('What does an annual plan cost?'), asksBack],
    'What does an annual plan cost?',
  ],
  [
    'it took two messages',
    [customer('Hi'), customer('My order'), customer('Where is it?'), asksBack],
    'My order\n\nWhere is it?',
  ],
  ['there was only a greeting', [customer('Hello'), asksBack], undefined],
  ['the question was answered before', [customer('What is it?'), us('This.'), ...afterOrder], 'Where is my order?'],
];
for (const [name, history, question] of threads)
  test(`the question that is carried over if ${name}`, () => assert.equal(carried('It is 48213', history), question));

const answered = [customer('Where is order 48213?'), us('Your order 48213 is on its way.')];
const again: [reply: string, history: readonly SpokenWords[], question: string | undefined][] = [
  ['and 48214?', answered, 'Where is order 48213?'],
  ['Und die 48214?', answered, 'Where is order 48213?'],
  ['Et la commande 48214 ?', answered, 'Where is order 48213?'],
  ['What about order #48214?', answered, 'Where is order 48213?'],
  ['¿y el 48214?', answered, 'Where is order 48213?'],
  ['48214?', [...afterOrder, customer('48213'), us('Your order 48213 is packed.')], 'Where is my order?\n\n48213'],
  [
    'and 48215?',
    [...answered, customer('and 48214?'), us('Your order 48214 is lost.')],
    'Where is order 48213?\n\nand 48214?',
  ],
  ['and 48213?', answered, undefined],
  ['and AB-48214?', answered, undefined],
  ['Cancel 48214?', answered, undefined],
  ['Can I return order 48214?', answered, undefined],
  ['Thanks, 48214 has arrived', answered, undefined],
  ['and 48214?', [customer('Where is order 48213?'), us('A colleague will look at it.')], undefined],
  ['and 48214?', [customer('Where is order 48213?'), us('48213 is lost. Which other one shall I cancel?')], undefined],
  ['and 48214?', answered.map((said) => ({ ...said, pastEpisode: true as const })), undefined],
  ['and 48214?', [], undefined],
];
for (const [reply, history, question] of again)
  test(`"${reply}" ${question === undefined ? 'stands alone' : 'asks the same'} after ${history.length} messages`, () =>
    assert.equal(carried(reply, history), question));

test('an unproven question is not carried into the message of a verified customer', () => {
  const forged = [unproven('Where is my order?'), asksBack];
  assert.equal(carried('It is 48213', forged), undefined);
  assert.equal(carried('It is 48213', forged, false), 'Where is my order?');
});

test('question and reply become one text, and the reply is also kept by itself', () => {
  const message = carriedOver({
    message: { ...unknownThread.message, text: 'It is 48213' },
    history: afterOrder,
    customer: unknownThread.customer,
  });
  assert.equal(message?.text, 'Where is my order?\n\nIt is 48213');
  assert.equal(message?.carried?.reply, 'It is 48213');
});

test('a number or a place chooses one of the subjects that our question lists', () => {
  const question = 'What does it cost?';
  const list = 'Is it about one of these?\n\n- Prices of bikes\n- Prices of trailers\n\nIf not, tell me more.';
  const asked: SpokenWords[] = [customer(question), { from: 'us', text: list, asksBack: true }];
  const read = (text: string, history = asked) =>
    carriedOver({ message: { ...unknownThread.message, text }, history, customer: unknownThread.customer });
  assert.equal(read('2')?.text, `${question}\n\nPrices of trailers`);
  assert.equal(read('(1)')?.text, `${question}\n\nPrices of bikes`);
  assert.equal(read('2')?.carried?.reply, '2');
  for (const none of ['3', '0', '???', '🤔']) assert.equal(read(none), null, `${none} chooses nothing`);
  assert.equal(read('2 bikes')?.text, `${question}\n\n2 bikes`);
  for (const chosen of ['the second one', 'Das zweite, bitte', 'le deuxième', 'La segunda', 'de tweede'])
    assert.equal(read(chosen)?.text, `${question}\n\nPrices of trailers`, chosen);
  for (const other of ['just a second', 'un segundo', 'the first or second', 'the third'])
    assert.equal(read(other)?.text, `${question}\n\n${other}`);
  assert.equal(read('2', [customer(question), asksBack])?.text, `${question}\n\n2`);
});
