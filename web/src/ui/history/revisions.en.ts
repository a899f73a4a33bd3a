export const en = {
  revision: 'Revision {n}',
  current: 'In force',
  by: 'by {name}',
  unknown: 'by an unknown person',
  oldest: 'The oldest state that is kept.',
  unchanged: 'Nothing changed from the state before it.',
  restore: 'Restore',
  restoreRevision: 'Restore revision {n}',
  restoreTitle: 'Restore revision {n}?',
  restored: 'Restored',
} as const;
