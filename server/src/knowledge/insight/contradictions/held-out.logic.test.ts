import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsIn } from '../claims/claims.ts';
import { contradict } from './contradictions.logic.ts';

// Each line: title | sentence | another title | another sentence. Written after the rules, which were not changed for them:
// do not tune the rules to these lines.

const contradictory = `
Returns | You can send unworn shoes back within 60 days of delivery. | Sending shoes back | Unworn shoes go back to us \
within four weeks of delivery.
Trial | The free trial of the studio lasts 10 days. | Trying the studio | You can use the free trial of the studio for three weeks.
Locker rental | A locker costs €4 per day. | Lockers | We charge €6 a day for a locker.
Ferry fares | A bicycle on the ferry costs $8. | Bringing your bicycle | Taking a bicycle on the ferry is free.
Swimming pool | The pool is open on Sundays from 9:00 to 17:00. | Pool times | On Sundays you can swim in the pool from 10 am to 4 pm.
Pharmacy | The night pharmacy opens at 20:00. | Night pharmacy | The night pharmacy opens at 9 pm.
Winter tyres | Winter tyres must be fitted by 15 November. | Changing tyres | Winter tyres have to be fitted by 1 November.
Applications | Applications for the scholarship close on 31 May. | Scholarship | You can send your application for the \
scholarship until 30 June.
Team size | A workspace can have up to 20 members. | Members | You can add a maximum of 12 members to a workspace.
Library cards | You can borrow up to 8 books with a library card. | Borrowing | A library card lets you borrow at most 15 books.
Gift wrapping | Gift wrapping is available for all orders. | Wrapping presents | We do not offer gift wrapping.
Lounge | Children are allowed in the lounge. | Visiting the lounge | Children are not allowed in the lounge.
Transfers | Transfers to other banks are free. | Bank transfers | A transfer to another bank costs €0.50.
Luggage | Each passenger may bring two suitcases. | What to pack | One suitcase may be brought by each passenger.
Reports | Reports are sent every week. | Weekly figures | Reports are sent once a month.
Insurance claims | A claim is decided within 10 working days. | Claims | We decide on your claim within 30 working days.
Minimum age | Riders must be at least 12 years old. | Who can ride | You have to be 16 or older to be a rider.
Cancelling a course | A course can be cancelled free of charge until 7 days before it begins. | Course terms | Cancelling a \
course is free until 2 days before it begins.
Student discount | Students get 15 % off every ticket. | Discounts | The discount for students is 25 %.
Guest access | Guests need a password for the network. | Network for guests | No password is needed for the guest network.
`;

/** Similar pairs, but about different things, different cases or two sides of one thing. */
const compatible = `
Returns | You can send unworn shoes back within 60 days of delivery. | Repairs | Shoes are repaired within four weeks of \
delivery to the workshop.
Trial | The free trial of the studio lasts 10 days. | Reminders | We remind you three days before the trial ends.
Locker rental | A small locker costs €4 per day. | Lockers | A large locker costs €6 per day.
Ferry fares | A bicycle on the ferry costs $8. | Island buses | Taking a bicycle on the bus is free.
Swimming pool | The pool is open on Sundays from 9:00 to 17:00. | Sauna | The sauna is open on Sundays from 12:00 to 22:00.
Pharmacy | The pharmacy opens at 8:00. | Night counter | The night counter of the pharmacy opens at 21:00.
Winter tyres | Winter tyres must be fitted by 15 November. | Summer tyres | Summer tyres may be fitted from 1 April.
Applications | Applications for the scholarship close on 31 May. | Results | The results of the scholarship are published on 30 June.
Team size | A workspace on the Starter plan can have up to 20 members. | Members | A workspace on the Studio plan can have up to 80 members.
Library cards | You can borrow up to 8 books with a library card. | Films | You can borrow up to 3 films with a library card.
Gift wrapping | Gift wrapping is available for books. | Wrapping | We do not offer gift wrapping for furniture.
Lounge | Children are allowed in the lounge with an adult. | Bar | Children are not allowed in the bar.
Sensor | Open Settings → Rooms → Sensors to add a sensor. | Hub | Open Settings → Home → Hub to add a hub.
Lamp | Hold the switch for 5 seconds until the lamp blinks. | Router | Hold the switch for 20 seconds until the router restarts.
Reports | Reports are sent every week. | Backups | A backup of the reports is made once a month.
Learning | The camera needs about 14 days to learn. | Recording | The camera starts recording up to 2 minutes early.
Updates | An update takes about 10 minutes. | Scheduled updates | Updates start at 3:00.
Cancelling a course | A course can be cancelled free of charge until 7 days before it begins. | Paying for a course | The \
price of a course is paid 14 days before it begins.
Reset link | The link in the message is valid for 24 hours. | Invitations | The link in the invitation is valid for 7 days.
Not heating | No display: take the batteries out for 10 seconds. | Batteries | The display shows when the batteries are empty.
`;

const pairsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));

/** The lines whose sentences are reported as contradictory, in either order. */
const reported = (lines: string): string[] =>
  pairsOf(lines).flatMap(([title = '', sentence = '', other = '', another = '']) => {
    const here = claimsIn({ title, heading_path: [], text: sentence }, 'en');
    const there = claimsIn({ title: other, heading_path: [], text: another }, 'en');
    const isFound = here.some((one) => there.some((two) => contradict(one, two) || contradict(two, one)));
    return isFound ? [`${sentence} / ${another}`] : [];
  });

test('at least seventeen of twenty held-out contradictions are found', () => {
  assert.equal(pairsOf(contradictory).length, 20);
  assert.ok(reported(contradictory).length >= 17, reported(contradictory).join('\n'));
});

test('at most one of twenty pairs that only look contradictory is reported', () => {
  assert.equal(pairsOf(compatible).length, 20);
  assert.ok(reported(compatible).length <= 1, reported(compatible).join('\n'));
});
