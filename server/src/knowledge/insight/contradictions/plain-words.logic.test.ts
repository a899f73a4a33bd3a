import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsIn } from '../claims/claims.ts';
import { contradict } from './contradictions.logic.ts';

// Each line: title | sentence | another title | another sentence, in the plain words of help centres.

const contradicting = `
Breakfast | Breakfast costs €18 per person. | Your stay | Breakfast is included in the room rate.
Installation | Installation is included in the price. | Booking a fitter | The installation costs an additional €79.
Plan changes | Plan changes take effect immediately. | Changing your plan | A change of plan takes effect at the end of the billing period.
Settings | Changes to your profile are visible immediately. | Profile | Changes to your profile take up to 24 hours to be visible.
Smoking | Smoking is forbidden everywhere, not even on the balcony. | House rules | Guests may smoke on the balcony.
Family | Points cannot be given to other people, not even to your family. | Points | Points can be given to members of your family.
Referral | You need no referral to see the eye doctor. | Specialists | The eye doctor can only be seen with a referral.
Ident | You do not need a passport to register. | Registration | A passport is required to register.
Deposit | No deposit is required for rentals. | Renting | Rentals require a deposit of $200.
Receipt | You can return items without a receipt. | Returns | Items can only be returned with the receipt.
Formats | You can upload PDF, DOCX and PNG files. | Uploads | PNG files are not supported.
Exports | Exports contain tasks, comments and attachments. | Export | Attachments are not part of the export.
Countries | We ship to Germany, Austria and Switzerland. | Shipping abroad | We do not ship to Switzerland.
Payment | You can pay by card, invoice or bank transfer. | Paying | We don't accept bank transfers.
Specialists | Dogs, cats and rabbits are treated in our clinic. | Rabbits | We do not treat rabbits.
Hours | The shop is open until 6 pm on Saturdays. | Visit us | On Saturdays the shop closes at 4 pm.
Hours | The museum opens at 10 am. | Plan your visit | Doors of the museum open at 9 am.
Hotline | Our hotline is open from 8 am to 6 pm. | Call us | Our hotline can be reached from seven in the morning until ten at night.
Age | You must be at least 18 to rent a car. | Drivers | Drivers must be 21 or older to rent a car.
Age | Children from the age of 6 may use the pool alone. | Pool | The pool may be used alone by children who are at least ten years old.
Age | You have to be no younger than 18 to sign a contract. | Signing | Anyone who has turned 16 can sign a contract.
Free delivery | Delivery is free from an order value of €50. | Delivery | Orders of at least €80 are delivered free of charge.
Free delivery | We deliver free of charge for orders over $35. | Delivery costs | Delivery is free if your order comes to at least $50.
Limits | You can upload an unlimited number of photos. | Photos | You can upload up to 500 photos.
Limits | You can invite up to 5 guests. | Guests | A maximum of 3 guests can be invited.
Limits | Each customer may order at most 10 tickets. | Tickets | Up to six tickets may be ordered per customer.
Attempts | Your account is locked after 3 failed attempts. | Locked account | After five failed attempts your account is locked.
Backups | Backups are made once a day. | Data safety | We make backups every hour.
Billing | You are billed on the 1st of each month. | Invoices | You are billed on the 15th of each month.
Billing | We bill monthly. | Invoices | We bill you once a quarter.
Payday | Salaries are paid twice a month. | Pay runs | Salaries are paid once a month.
Notice | Contracts renew automatically for 12 months. | Renewal | Contracts do not renew automatically.
Renewal | Your subscription renews automatically. | Subscriptions | Subscriptions end by themselves and are not renewed.
Insurance | Insurance is mandatory for every rental. | Extras | Insurance is optional.
2FA | Two-factor authentication is mandatory for all users. | Signing in | Two-factor authentication is optional.
Wi-Fi | Wi-Fi is available in all rooms. | Internet | There is no Wi-Fi in the rooms.
Pool | The pool is heated. | Swimming | Our pool is not heated.
Offline | The app works offline. | Offline use | The app needs an internet connection and cannot be used offline.
Refund | Sale items can be returned. | Sale | Sale items are excluded from returns.
Refund | Opened items can be returned. | Returns | Opened items cannot be returned.
Refund | Gift cards are refundable. | Gift cards | Gift cards are non-refundable.
Vouchers | Vouchers can be combined with other discounts. | Discounts | Vouchers can't be combined with other discounts.
Tax | All prices include VAT. | Prices | Prices are shown without VAT.
Return cost | We pay for the return shipping. | Returns | You pay for the return shipping yourself.
Return cost | Returns are free. | Returns | Returning an item costs $6.
Processing | Refunds take 5 to 7 days. | Refunds | It can take up to three weeks until you get your refund.
Response | We answer e-mails within 24 hours. | Contact | You get an answer to your e-mail within three working days.
Delivery | Delivery takes a fortnight. | Delivery | Your order is delivered within three days.
Percent | Students get a 20 % discount. | Students | There is a 10% discount for students.
Percent | The commission is 3%. | Fees | We charge a commission of 5 percent.
Phone | You can reach us at 0800 123 456. | Contact | Call us on 0800 123 457.
Mail | Write to help@example.com. | Contact | Send an e-mail to support@example.com.
Path | Go to Settings > Billing to download invoices. | Invoices | You can download invoices under Account > Documents.
Date | The summer sale ends on 31 July. | Sale | The summer sale runs until 15 August.
Date | Tax documents are available from 31 January. | Documents | Tax documents are published on 15 February each year.
Who | Only administrators can delete projects. | Projects | Every member can delete projects.
Who | Admins can export reports. | Reports | Reports can only be exported by the owner.
Warranty | The warranty covers water damage. | Warranty | Water damage is not covered by the warranty.
Battery | The battery lasts up to 10 hours. | Battery life | Battery life is up to 6 hours.
Dose | Feed puppies four times a day. | Puppies | Puppies should be fed twice a day.
Bag | The bag weighs 1 kg. | Bags | The weight of the bag is 800 g.
Characters | Use a password with at least 12 characters. | Passwords | A password has at least 8 characters.
Wash | Wash the cover at 60 °C. | Care | The cover can be washed at 30 degrees.
Language | Support is available in English, German and French. | Support | We do not offer support in French.
`;

const agreeing = `
Plans | The Basic plan costs $9 per month. | Plans | The Pro plan costs $29 per month.
Shipping | Standard delivery takes 5 days. | Shipping | Express delivery takes 1 day.
Returns | You can return items within 30 days. | Refunds | Refunds are paid within 5 days after the return has arrived.
Returns | Items can be returned within 14 days. | Returns | You have two weeks to return items.
Hours | On Saturdays we are open until 4 pm. | Hours | From Monday to Friday we are open until 6 pm.
Hours | The shop opens at 9 am. | Hours | The shop closes at 6 pm.
Hours | The last entry is at 5 pm. | Hours | The museum closes at 6 pm.
Deposit | The deposit for a car is $200. | Deposit | The deposit for a bike is $50.
Smoking | Smoking is not allowed in the rooms. | Smoking | You may smoke on the terrace.
Pets | Dogs are welcome. | Pets | Cats are not allowed.
Breakfast | Breakfast costs €18 per person. | Breakfast | Breakfast for children under 6 is free.
Breakfast | Breakfast costs €18. | Suites | Breakfast is included with suites.
Parking | Parking is included in the Comfort rate. | Parking | Parking costs €16 per day.
Tax | VAT is included in all prices. | Shipping | Shipping costs €5.
Installation | Installation is included with washing machines. | Ovens | The installation of ovens costs €79.
Formats | You can upload PDF and DOCX files. | Export | Exports are not available as DOCX.
Countries | We ship to Germany and Austria. | Countries | We do not ship to Norway.
Payment | You can pay by card. | Payment | You cannot pay the deposit by card.
Limits | You can create up to 5 projects on the free plan. | Limits | There is no limit on projects on the business plan.
Limits | There is no limit on the number of users. | Projects | You can create up to 5 projects.
Limits | A file may have up to 25 MB. | Limits | The attachments of a message may have 50 MB together.
Age | You must be 18 to rent a car. | Age | You must be 16 to rent a scooter.
Age | Children under 6 travel free. | Age | Children under 12 get a discount.
Backup | Backups are made every day. | Backup | Backups are kept for 30 days.
Billing | You are billed monthly. | Billing | Annual plans are billed once a year.
Referral | You need no referral to see the eye doctor. | Referral | You need a referral to see the surgeon.
Ident | You need a passport to register. | Ident | You do not need a passport to sign in.
Immediately | Upgrades take effect immediately. | Downgrades | Downgrades take effect at the end of the month.
Immediately | We confirm your order immediately. | Orders | Orders are shipped within 2 days.
Immediately | Call us immediately if your card is stolen. | Cards | A new card arrives within 5 days.
Insurance | Insurance is optional for cars. | Insurance | Insurance is mandatory for trucks.
Renewal | Annual plans renew automatically. | Trials | Trials do not renew automatically.
Discount | Students get 20 % off. | Discount | Members get 10 % off.
Discount | Vouchers can be combined with other vouchers. | Discount | Vouchers cannot be combined with member prices.
Phone | Call sales at 0800 111 111. | Contact | Call support at 0800 222 222.
Mail | Write to billing@example.com about invoices. | Contact | Write to jobs@example.com about jobs.
Path | Go to Settings > Billing to change your card. | Path | Go to Settings > Team to invite people.
Date | The summer sale ends on 31 July. | Date | The winter sale ends on 31 January.
Who | Only administrators can delete projects. | Who | Every member can create tasks.
Who | Only owners can close the account. | Who | Members can leave the account at any time.
Warranty | The warranty covers defects for 2 years. | Warranty | The warranty for batteries is 6 months.
Battery | The battery lasts 10 hours. | Battery | Charging the battery takes 2 hours.
Dose | Feed puppies four times a day. | Feeding | Feed adult dogs twice a day.
Wash | Wash cotton at 60 °C. | Wash | Wash wool at 30 °C.
Refund | We refund the price of the item. | Refund | The shipping fee is not refunded.
Refund | Opened software cannot be returned. | Refund | Unopened software can be returned.
Wi-Fi | Wi-Fi is free in the lobby. | Wi-Fi | There is no Wi-Fi in the garage.
Response | We answer chats within 2 minutes. | Response | We answer e-mails within 24 hours.
Points | 100 points are worth €1. | Points | You get 5 points for every euro.
Lists | You can pay by card, invoice or bank transfer. | Lists | You can cancel the bank transfer, but not the invoice.
Lists | Reports contain names, hours and wages. | Lists | Hours cannot be changed in reports.
Lists | We treat dogs, cats and rabbits. | Lists | Rabbits are not vaccinated on Saturdays.
Need | You need an account to order. | Need | You need no account to track an order.
Free | The app is free. | Free | The premium version costs $5.
Free | Cancelling is free until 24 hours before. | Free | Later cancellations cost 50 %.
Until | We are closed until 10 am on Mondays. | Until | On Mondays the café is open until 8 pm.
Times | Take the tablet twice a day. | Times | The tablet is sold in packs of 20.
Passwords | Passwords may be up to 64 characters long. | Passwords | Use a password with at least 12 characters.
Fruit | Fruit bag (1 kg): €4.50 | Fruit | The fruit bag weighs 1,000 g and the granola 0.5 kg.
`;

const pairsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));

function claim(title = '', text = '') {
  const [first] = claimsIn({ title, heading_path: [], text }, 'en');
  assert.ok(first, text);
  return first;
}

test('contradicting statements in plain words are found, in either order', () => {
  for (const [title, sentence, other, another] of pairsOf(contradicting)) {
    const [one, two] = [claim(title, sentence), claim(other, another)];
    assert.ok(contradict(one, two) && contradict(two, one), `${sentence} / ${another}`);
  }
});

test('compatible statements are no contradiction: different things, different cases, two sides of one thing', () => {
  for (const [title, sentence, other, another] of pairsOf(agreeing)) {
    const [one, two] = [claim(title, sentence), claim(other, another)];
    assert.ok(!contradict(one, two) && !contradict(two, one), `${sentence} / ${another}`);
  }
});
