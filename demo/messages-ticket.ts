import type { TicketMessage } from './message.ts';

/** Tickets: a subject and a few sentences from a form. */
export const tickets: TicketMessage[] = [
  {
    id: 'ticket-money-back',
    channel: 'ticketdesk',
    customer: { name: 'Ingrid Solberg', email: 'ingrid.solberg@post.example' },
    subject: 'Money for two valves',
    text:
      'Hello, I returned two radiator valves last week and according to the tracking you have had them since Monday. ' +
      'How long does it take until the refund shows up on my Visa card?',
    expect: { kind: 'answer', articles: ['refund-for-a-returned-product'] },
  },
  {
    id: 'ticket-heat-pump',
    channel: 'ticketdesk',
    customer: { name: 'Matthias Huber', email: 'matthias.huber@post.example' },
    subject: 'Heat pump with OpenTherm',
    text:
      'We have an air-to-water heat pump from 2019 with an OpenTherm connection. Would your thermostat be able to ' +
      'control it? It also does cooling in summer, which would be nice to have.',
    expect: { kind: 'answer', articles: ['check-compatibility'] },
  },
  {
    id: 'ticket-renewed',
    channel: 'ticketdesk',
    customer: { name: 'Aoife Kelly', email: 'aoife.kelly@post.example' },
    subject: 'Plus renewed by accident',
    text:
      'I forgot to cancel my yearly Plus plan and 39 euros went out the day before yesterday. Is there any way to ' +
      'still get that refunded?',
    expect: { kind: 'answer', articles: ['refund-for-plus', 'cancel-plus'] },
  },
  {
    id: 'ticket-router',
    channel: 'ticketdesk',
    customer: { name: 'Hugo Lambert', email: 'hugo.lambert@post.example' },
    subject: 'New router, thermostat offline',
    text:
      'Our internet provider swapped the router yesterday, so the Wi-Fi has another name and another password now. The ' +
      'thermostat has been offline ever since. How do I get it onto the new Wi-Fi?',
    expect: { kind: 'answer', articles: ['wifi-requirements', 'device-offline'] },
  },
  {
    id: 'ticket-appointment',
    channel: 'ticketdesk',
    customer: { name: 'Sophie Claes', email: 'sophie.claes@post.example' },
    subject: 'Installer tomorrow',
    text:
      'Something has come up at work and I will not be at home when your installer comes tomorrow morning. What does ' +
      'it cost me if I cancel the appointment this late?',
    expect: { kind: 'answer', articles: ['refund-for-an-installation-visit', 'book-an-installer'] },
  },
  {
    id: 'ticket-hot-radiator',
    channel: 'ticketdesk',
    customer: { name: 'Lars Nyberg', email: 'lars.nyberg@post.example' },
    subject: 'Radiator in the nursery does not cool down',
    text:
      'The app shows the valve in the nursery as closed, but the radiator stays boiling hot all day. I have already ' +
      'changed the batteries. What else can I try?',
    expect: { kind: 'answer', articles: ['noisy-or-stuck-valve'] },
  },
  {
    id: 'ticket-home-assistant',
    channel: 'ticketdesk',
    customer: { name: 'Daan Smit', email: 'daan.smit@post.example' },
    subject: 'MQTT',
    text:
      'I run my own Home Assistant server and would like to read all values on the local network, without the cloud. ' +
      'Is there an MQTT interface or a documented local API?',
    expect: { kind: 'escalate', because: 'not covered' },
  },
  {
    id: 'ticket-tariff',
    channel: 'ticketdesk',
    customer: { name: 'Beate Krüger', email: 'beate.krueger@post.example' },
    subject: 'Hourly electricity prices',
    text:
      'We have an electricity contract whose price changes every hour. Can Emberly move heating into the cheap hours ' +
      'by itself, depending on the exchange price?',
    expect: { kind: 'escalate', because: 'not covered' },
  },
  {
    id: 'ticket-angry',
    channel: 'ticketdesk',
    customer: { name: 'Robert Maes', email: 'robert.maes@post.example' },
    subject: 'THIRD broken valve!!!',
    text:
      'This is the third valve that has died on me within a year and I am sick and tired of your copy and paste ' +
      'replies. Photo attached. I demand that a manager calls me today, otherwise my lawyer will deal with this. ' +
      'Absolutely unacceptable.',
    attachment: { fileName: 'broken-valve.jpg', contentType: 'image/jpeg', size: 183_204 },
    expect: { kind: 'escalate', because: 'needs a person' },
  },
  {
    id: 'ticket-own-order',
    channel: 'ticketdesk',
    customer: { name: 'Ruth Lindgren', email: 'ruth.lindgren@post.example', verified: true },
    subject: 'Waiting for my parcel',
    text: 'Where is my order 48213? I have been looking forward to the thermostat since last week.',
    expect: { kind: 'order', says: 'order 48213 is on its way' },
  },
  {
    id: 'ticket-unverified-order',
    channel: 'ticketdesk',
    customer: { name: 'Ruth Lindgren', email: 'ruth.lindgren@mail.example', verified: false },
    subject: 'Parcel',
    text: 'Where is my order 48214? I am writing from another address than usual.',
    expect: { kind: 'refused', hides: 'packed', unasked: '/orders/48214' },
  },
  {
    id: 'ticket-order-of-another',
    channel: 'ticketdesk',
    customer: { name: 'Pavel Novak', email: 'pavel.novak@post.example', verified: true },
    subject: 'Order of a friend',
    text: 'Where is my order 48215? A friend has placed it for me.',
    expect: { kind: 'refused', hides: 'delivered' },
  },
];
