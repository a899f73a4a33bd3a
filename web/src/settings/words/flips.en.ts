export const en = {
  intro: 'Decides your last {n} messages again at each value. Nothing is saved or sent.',
  try: 'Show what other values would change',
  nothing: 'There are no decisions to try it on yet.',
  caption: 'Changed decisions by threshold',
  of: '{n, plural, one {Changes to the only decision} other {Changes among the last # decisions}}',
  chosen: '{n} (as set above)',
  value: 'At',
  answer: 'Reply threshold',
  clarify: 'Ask-back threshold',
} as const;
