export const en = {
  title: 'This would break cases of the suite',
  intro: 'The change is not saved. The suite was rehearsed with it:',
  regressions: '{n, plural, one {One case passes today and would fail:} other {# cases pass today and would fail:}}',
  scoreOnly: 'No single case would turn red, but the score would fall below what the publish gate asks for.',
  critical: 'Critical',
  reason: 'Why save it anyway?',
  reasonHint: 'The reason is recorded in the audit log with your name.',
  onlyAdmins: 'Only an organization admin may save it anyway.',
  back: 'Back to the change',
  override: 'Save anyway',
} as const;
