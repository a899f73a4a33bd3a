export const en = {
  tests: 'Try the rule',
  testHeading: 'Try it on a message',
  testIntro: 'All rules are evaluated, with this one as it stands here. Nothing is saved or sent.',
  testMessage: 'Message',
  testConversation: 'Or the last question of',
  testConversationNone: 'Choose a conversation',
  testChannel: 'Channel',
  channel_chatdesk: 'Chat helpdesk',
  channel_ticketdesk: 'Ticket helpdesk',
  channel_email: 'E-mail',
  test: 'Test',
  testOutdated: 'The rule or the message has changed since it was tested.',
  heading: 'Try it on real messages',
  intro: 'Decides your last {n} messages again with this rule as it stands here. Nothing is saved or sent.',
  try: 'Try the rule',
  outdated: 'The rule has changed since it was tried.',
  nothing: 'There are no decisions to try it on yet.',
  none: '{n, plural, one {The only decision would stay as it is.} other {All # decisions would stay as they are.}}',
  flips:
    '{n, plural, one {One decision of the last {considered} would change:} other {# decisions of the last {considered} would change:}}',
  skipped:
    '{n, plural, one {One older decision was left out, since its record is not complete.} other {# older decisions ' +
    'were left out, since their records are not complete.}}',
  to: '{decision} to {destination}',
  reason: 'Reason: {reason}',
} as const;
