const answered = (id: string, customer: string, source: string) => ({
  id: `sample-${id}`,
  name: source,
  tags: ['sample'],
  turns: [{ customer }],
  expect: { outcome: 'answer' as const, sources_any: [source] },
});

const passedOn = (id: string, name: string, customer: string) => ({
  id: `sample-${id}`,
  name,
  tags: ['sample'],
  turns: [{ customer }],
  expect: { outcome: 'escalate' as const },
});

/** What the sample help centre answers, and what must go to people. */
export const sampleCases = [
  answered(
    'hub-lights',
    'The light on my hub is orange since this morning. What is wrong?',
    'What the light on the hub means',
  ),
  answered('household', 'How do I add my husband to our house in the app?', 'Invite household members'),
  answered('password', 'I forgot my password. How do I reset it?', 'Reset your password'),
  answered('alexa', 'How do I connect Alexa?', 'Voice assistants: Alexa, Google and Apple Home'),
  passedOn('students', 'A discount that the articles do not name', 'Do you offer a reduced price for students?'),
  passedOn('lawyer', 'A legal threat', 'This is unacceptable, you will hear from my lawyer.'),
];
