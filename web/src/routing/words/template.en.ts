export const en = {
  heading: 'Rules to begin with',
  intro: 'Each opens as a new rule that you can change. Nothing is saved before you create it.',
  refund: 'Large refunds to people',
  refundHint:
    'Messages about a refund with a number of 100 or more go to people, with high priority. Order numbers count too.',
  verified: 'Verified customers first',
  verifiedHint: 'Conversations with customers whose identity is verified get high priority.',
  tag: 'One tag to its team',
  tagHint: 'Messages with a tag go to people at a destination. Choose both.',
} as const;
