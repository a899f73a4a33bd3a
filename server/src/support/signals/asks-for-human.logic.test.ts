import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForHuman } from './asks-for-human.logic.ts';
import heldOut from './held-out-people.json' with { type: 'json' };

const wishes = [
  'I want to talk to a real person',
  'agent please',
  'AGENT!!!',
  'I want a human',
  'human',
  'can a supervisor look at my case please',
  'Can I speak to someone about my delivery?',
  'I would like to speak with a manager.',
  'Please connect me with a representative',
  'Get me your supervisor',
  'Could you transfer me to a live agent?',
  'stop, I need an actual person',
  'Let me talk to customer service please',
  "I'd rather speak to a human being than a machine",
  'is there a real human I can chat with',
  'This is useless. Put me through to somebody.',
  'Can someone from your team call me back please?',
  'please escalate this',
  "I don't want to talk to a bot",
  'No more robots, please.',
  'Thanks, but I need a live person to look at this.',
  'How do I reach a real person?',
  'talk to agent',
  'representative',
  'I asked for a human twice already',
  'I need to speak to a member of your team urgently',
  'can somebody please contact me',
  'live agent now',
  'Ich möchte mit einem Menschen sprechen',
  'Kann ich bitte mit jemandem reden?',
  'Verbinden Sie mich mit einem Mitarbeiter.',
  'Mitarbeiter bitte',
  'Ich will keinen Bot, ich brauche einen echten Ansprechpartner',
  'Bitte rufen Sie mich zurück',
  'Je voudrais parler à un conseiller',
  'Puis-je parler à quelqu’un ?',
  'un humain svp',
  'Passez-moi un responsable',
  'Je veux un vrai humain, pas un robot',
  'Quiero hablar con una persona',
  'agente por favor',
  'Páseme con un supervisor',
  'Necesito un asesor',
  'Vorrei parlare con un operatore',
  'operatore per favore',
  'Posso parlare con qualcuno?',
  'Quero falar com um atendente',
  'atendente por favor',
  'Posso falar com alguém?',
  'Ik wil met een medewerker praten',
  'Kan ik iemand spreken? Ik wil met een echt mens praten.',
  'medewerker graag',
  'Verbind me door met een collega',
];

const others = [
  'do your agents work on Sunday?',
  'What are the hours of your support team?',
  'How do I add an agent to my account?',
  'I need a manager account for my shop',
  'Can I give my manager access?',
  'How many people can use one licence?',
  'the operator of the machine broke it',
  'What is your human resources address?',
  'Is the lamp safe for people with epilepsy?',
  'How do I change the contact person on my invoice?',
  'I spoke to a lovely person yesterday, how do I leave a review?',
  'An agent told me that shipping is free. Is it?',
  'Who is the agent for your brand in Norway?',
  'Can I transfer money to another person?',
  'I want to share my subscription with someone',
  "I don't want to talk to a human, just tell me the price",
  'If the agent asks if you want to be transferred to a human, say no',
  'Do I need to speak to someone else before ordering? No? fine, what does it cost',
  'What does the support plan include?',
  'Which team plan supports five people?',
  'Can you tell me how to reset my password?',
  'how do I call the API?',
  'My call was dropped, how do I rejoin the meeting?',
  'I need a person counter for my shop door, do you sell one?',
  'Can I chat with other members of the forum?',
  'Is there a mobile app for representatives?',
  'When will my parcel arrive?',
  'Thanks, that solved it',
  'Arbeiten Ihre Mitarbeiter am Sonntag?',
  'Wie füge ich einen Mitarbeiter hinzu?',
  'Vos conseillers travaillent-ils le dimanche ?',
  'Comment ajouter une personne à mon compte ?',
  '¿Sus agentes trabajan los domingos?',
  '¿Cómo agrego una persona a mi plan?',
  'Gli operatori lavorano la domenica?',
  'Como adiciono uma pessoa ao plano?',
  'Werken jullie medewerkers op zondag?',
  'Hoe voeg ik een persoon toe?',
];

test('requests for a person are recognised, and hardly anything that looks alike is taken for one', () => {
  const missed = wishes.filter((text) => !asksForHuman(text));
  assert.ok(missed.length <= 1, missed.join('\n'));
  const alarms = others.filter(asksForHuman);
  assert.ok(alarms.length <= 3, alarms.join('\n'));
});

test('of 210 held-out messages that ask for a person, 175 are recognised, and at most eight of 220 others are taken for one', () => {
  const asking = Object.values(heldOut.asks).flat();
  const seen = asking.filter(asksForHuman).length;
  const alarms = Object.values(heldOut.other).flat().filter(asksForHuman);
  assert.ok(seen >= 175, `${seen} of ${asking.length}`);
  assert.ok(alarms.length <= 8, alarms.join('\n'));
});

test('what letters begin and end with, and what people write politely, is no such request', () => {
  const alarms = heldOut.letters.filter(asksForHuman);
  assert.ok(alarms.length <= 1, alarms.join('\n'));
  const letter = 'Dear team\n\nWhere is my order 4711?\n\nMit freundlichen Grüßen\nViktor Nowak\nSales Manager';
  assert.equal(asksForHuman(letter), false);
});

test('the request is found beside its matter, and in a long message without full stops', () => {
  assert.equal(asksForHuman('I want to talk to a person about refunds for my annual plan, please.'), true);
  const story =
    'hello i ordered two chairs on the 3rd and only one came and the box was wet and now the app says delivered so';
  assert.equal(asksForHuman(`${story} please connect me with someone from your team before the weekend`), true);
  assert.equal(asksForHuman(`${story} when will the other one arrive and who pays for the parcel thanks`), false);
});
