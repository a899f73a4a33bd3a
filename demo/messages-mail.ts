import type { MailMessage } from './message.ts';

/** Mails: with greeting, signature and quoted history; some are HTML only. */
export const mails: MailMessage[] = [
  {
    id: 'mail-invoice',
    channel: 'email',
    customer: { name: 'Claudia Brandt', email: 'c.brandt@brandt-architects.example' },
    subject: 'Re: Your Emberly order is on its way',
    text: `Hello,

the invoice for our order from last week is made out to me privately. Our accountant needs the company name and our VAT \
number on it. Can this still be corrected?

Kind regards
Claudia Brandt

--
Brandt Architects GmbH
Am Kanal 14, 48147 Münster
Phone +49 251 5550 140 | www.brandt-architects.example

On Tue, 3 Mar 2026 at 16:58, Emberly <orders@emberly.example> wrote:
> Good news: your parcel has left our warehouse.
> Tracking number: EMB41077390215
> With free returns within 45 days you can try everything at your leisure.
`,
    expect: { kind: 'answer', articles: ['invoices-and-vat'] },
  },
  {
    id: 'mail-holiday',
    channel: 'email',
    customer: { name: 'Emma Dubois', email: 'emma.dubois@post.example' },
    subject: 'Three weeks away in February',
    html: `<html><head><style>p { font-family: Calibri; }</style></head><body>
<p>Dear team,</p>
<p>in February we are going to be <b>away for three weeks</b>. I would like the house to stay cool in that time, but the plants in the
conservatory need it warmer, and it should be cosy again when we come home.</p>
<p>How do I set that up best?</p>
<p>Thanks &amp; best wishes<br>Emma Dubois</p>
<p style="color:#888;font-size:10px">Sent from my tablet. Please think of the environment before printing this message.</p>
</body></html>`,
    expect: { kind: 'answer', articles: ['holiday-mode'] },
  },
  {
    id: 'mail-not-there',
    channel: 'email',
    customer: { name: 'Patrick Doyle', email: 'patrick.doyle@post.example' },
    subject: 'Package supposedly delivered on Tuesday',
    text: `Hi there,

your tracking says my package was delivered on Tuesday at 11:40. I was working from home all day and nobody rang. I have \
asked the neighbours, nothing. What happens now?

Cheers,
Patrick

Sent from my iPhone
`,
    expect: { kind: 'answer', articles: ['parcel-marked-delivered-but-missing'] },
  },
  {
    id: 'mail-warranty',
    channel: 'email',
    customer: { name: 'Wilhelm Jansen', email: 'wilhelm.jansen@post.example' },
    subject: 'Display of the thermostat dead',
    text: `Dear Sir or Madam,

The display of my thermostat has gone dark. I bought it 26 months ago and registered it in the app in the first week. Is it \
still under warranty?

Yours faithfully,
Wilhelm Jansen
`,
    expect: { kind: 'answer', articles: ['warranty-cover', 'make-a-warranty-claim'] },
  },
  {
    id: 'mail-sold-flat',
    channel: 'email',
    customer: { name: 'Freya Madsen', email: 'freya.madsen@post.example' },
    subject: 'We have sold our flat',
    text: `Hello Emberly,

we have sold our flat and the buyers would like to keep the thermostat and the valves. How do we hand the devices over to \
them, and what do we do about our Plus plan?

Best,
Freya Madsen

> On 12 January 2026, Emberly Newsletter wrote:
> New in the app: see at a glance which rooms cost you the most.
`,
    expect: { kind: 'answer', articles: ['move-house'] },
  },
  {
    id: 'mail-gift-card',
    channel: 'email',
    customer: { name: 'Julia Stern', email: 'julia.stern@post.example' },
    subject: 'Present for my sister',
    text: `Good morning,

my sister is moving into her first house and I would love to give her a gift card for your shop, so that she can choose for \
herself. Do you sell those, and for which amounts?

Many thanks
Julia
`,
    expect: { kind: 'escalate', because: 'not covered' },
  },
  {
    id: 'mail-train',
    channel: 'email',
    customer: { name: 'Oskar Lehmann', email: 'oskar.lehmann@post.example' },
    subject: 'Compensation for late train',
    text: `Hello,

on Friday my train from Cologne to Hamburg arrived 95 minutes late and I missed a concert. Where do I claim compensation and \
which percentage of the fare will I get?

Regards
Oskar Lehmann
`,
    expect: { kind: 'escalate', because: 'another subject' },
  },
  {
    id: 'mail-charged-twice',
    channel: 'email',
    customer: { name: 'Helen Murphy', email: 'helen.murphy@post.example' },
    subject: 'Order 771204 charged twice',
    text: `Hello,

for order 771204 my card was charged twice, 189 euros each time, both on Monday. Please send one of the two payments back \
and confirm it to me.

Thank you
Helen Murphy
`,
    expect: { kind: 'escalate', because: 'needs a person' },
  },
  {
    id: 'mail-out-of-office',
    channel: 'email',
    customer: { name: 'Sven Olsson', email: 'sven.olsson@post.example' },
    subject: 'Automatic reply: Your Emberly energy report for February',
    text: `Thank you for your message. I am out of the office until 23 March and will not read my mail in that time.
In urgent cases please write to reception@olsson.example.
`,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    expect: { kind: 'silence' },
  },
];
