export const en = {
  title: 'This would break cases of the suite',
  intro: 'The change is not saved. The suite was rehearsed with it:',
  regressions: '{n, plural, one {One case passes today and would fail:} other {# cases pass today and would fail:}}',
  scoreOnly: 'No single case would turn red, but the score would fall below what the publish gate asks for.',
  critical: 'Critical',
  reason: 'Why save it all the same?',
  reasonHint: 'The reason stands in the audit log, with your name.',
  onlyAdmins: 'Only an organization admin may save it all the same.',
  back: 'Back to the change',
  override: 'Save all the same',
} as const;
